create or replace function api.auth_session_revoke(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_id text := case args->>'session_id' when 'current' then v_principal->>'session_id'
    else args->>'session_id' end;
begin
  if app.sessions_revoke(
    tenant, v_principal->>'user_id', array[v_id], 'revoked_by_user') = 0 then
    perform app.not_found('session', args->>'session_id');
  end if;
  return json_build_object('id', v_id, 'deleted', true);
end $$;
comment on function api.auth_session_revoke is 'End one of your sessions';
