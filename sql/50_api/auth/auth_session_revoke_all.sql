create or replace function api.auth_session_revoke_all(tenant text, args jsonb)
returns json
language sql volatile as $$
  select json_build_object('revoked', app.sessions_revoke(
    tenant, app.principal()->>'user_id', null, 'revoked_by_user'))
$$;
comment on function api.auth_session_revoke_all is 'End all your sessions, including this one';
