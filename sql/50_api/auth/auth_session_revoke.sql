create or replace function api.auth_session_revoke(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_id text := case args->>'session_id' when 'current' then v_principal->>'session_id'
    else args->>'session_id' end;
  v_user_id text := v_principal->>'user_id';
  v_reason text := 'revoked_by_user';
begin
  if app.permission_covers(app.caller_permissions(), 'users:manage') then
    select s.user_id, 'revoked_by_admin' into v_user_id, v_reason from app.sessions s
    where s.tenant_id = tenant and s.id = v_id and s.act is not null and s.user_id <> v_user_id;
    v_user_id := coalesce(v_user_id, v_principal->>'user_id');
    v_reason := coalesce(v_reason, 'revoked_by_user');
  end if;
  if app.sessions_revoke(tenant, v_user_id, array[v_id], v_reason) = 0 then
    perform app.not_found('session', args->>'session_id');
  end if;
  return json_build_object('id', v_id, 'deleted', true);
end $$;
comment on function api.auth_session_revoke is 'End one of your sessions';
