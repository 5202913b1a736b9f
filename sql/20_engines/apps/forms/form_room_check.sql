create or replace function app.form_room_check(p_form app.forms)
returns void
language plpgsql volatile as $$
declare v_most bigint := p_form.settings->>'max_submissions';
begin
  if v_most is null then return; end if;
  -- Held until the commit: the next one to wait here counts rows that the previous one has written.
  perform 1 from app.forms f
  where f.tenant_id = p_form.tenant_id and f.id = p_form.id for no key update;
  if app.form_submission_count(p_form) >= v_most then
    perform app.fail(403, 'FORM_CLOSED', 'This form has reached its maximum number of submissions.');
  end if;
end $$;
comment on function app.form_room_check is
  'Refuses with 403 FORM_CLOSED a submission beyond max_submissions; submissions of such a form wait for each other';
