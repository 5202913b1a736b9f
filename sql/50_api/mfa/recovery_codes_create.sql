create or replace function api.recovery_codes_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user app.users := app.user_lock(tenant, app.principal()->>'user_id');
  v_codes json;
  v_done text;
begin
  if not app.mfa_is_enrolled(tenant, v_user.id) then
    perform app.fail(409, 'INVALID_STATE',
      'Recovery codes replace a second factor, and you have none yet. Enroll one at '
      '/v1/auth/mfa/enroll first.');
  end if;
  perform app.strong_check(v_user);
  v_codes := app.recovery_codes_create(tenant, v_user.id);
  v_done := app.journal_write(tenant, 'mfa.enrolled', 'recovery_codes', v_user.id,
    json_build_object('user_id', v_user.id, 'type', 'recovery_codes',
      'total', json_array_length(v_codes)));
  return json_build_object('codes', v_codes, 'total', json_array_length(v_codes));
end $$;
comment on function api.recovery_codes_create is 'Replace your recovery codes';
