create or replace function api.auth_signout(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_user_id text := v_principal->>'user_id';
  v_own text := v_principal->>'session_id';
  -- An operator who impersonates the user ends only that session.
  v_scope text := case when v_principal ? 'act' then 'local' else coalesce(args->>'scope', 'local') end;
  v_revoked integer := app.sessions_revoke(tenant, v_user_id,
    case when v_scope = 'local' then array[v_own] end, 'signed_out',
    case when v_scope = 'others' then v_own end);
  v_done text;
begin
  v_done := app.journal_write(tenant, 'user.signed_out', 'user', v_user_id,
    json_build_object('id', v_user_id, 'session_id', v_own, 'scope', v_scope));
  return json_build_object('revoked', v_revoked);
end $$;
comment on function api.auth_signout is 'Sign out of this session, all sessions or all others';
