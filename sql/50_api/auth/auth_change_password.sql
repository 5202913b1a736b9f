create or replace function api.auth_change_password(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_user app.users := app.user_lock(tenant, v_principal->>'user_id');
  v_done text;
begin
  if v_user.password_hash is distinct from args->'made'->>'current_hash' then
    perform app.fail(401, 'INVALID_CREDENTIALS', 'The current password is wrong.');
  end if;
  v_done := app.counter_clear(tenant, 'password:' || v_user.id);
  perform app.password_set(v_user, args->'made'->>'password_hash', v_principal->>'session_id');
  return json_build_object('updated', true);
end $$;
comment on function api.auth_change_password is
  'Sets a new password if the compared hash is still the current one';
