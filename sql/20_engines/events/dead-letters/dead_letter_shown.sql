create or replace function app.dead_letter_shown(p_letter app.dead_letters)
returns json
language plpgsql stable as $$
begin
  if app.policies_of_caller(p_letter.tenant_id) is not null then
    p_letter.payload := null;
    p_letter.error := null;
  end if;
  return app.dead_letter_json(p_letter);
end $$;
comment on function app.dead_letter_shown is
  'Returns a dead letter as the API shows it to the caller: payload and error, which may hold '
  'hidden data, only to callers from whom policies hide nothing';
