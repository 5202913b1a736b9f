create or replace function app.form_fail(p_problems jsonb[])
returns void
language plpgsql immutable as $$
begin
  perform app.fail(400, 'VALIDATION_ERROR',
    (p_problems[1]->>'path') || ' ' || (p_problems[1]->>'message'),
    to_jsonb(p_problems), p_problems[1]->>'path');
end $$;
comment on function app.form_fail is 'Refuses with 400 what was sent with a form, naming each field that does not fit';
