create or replace function api.auth_forgot_password(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_answer json := app.sign_in_message(tenant, 'recovery', args);
begin
  if v_answer->'$refuse' is not null then return v_answer; end if;
  return json_build_object('message',
    'If an account with this address exists, a link for setting a new password is on its way to '
    'it.');
end $$;
comment on function api.auth_forgot_password is 'Mails a link to set a new password';
