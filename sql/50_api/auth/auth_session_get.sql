create or replace function api.auth_session_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_session app.sessions;
  v_id text := case args->>'session_id' when 'current' then app.principal()->>'session_id'
    else args->>'session_id' end;
begin
  select * into v_session from app.sessions_live(tenant, app.principal()->>'user_id') s
  where s.id = v_id;
  if not found then perform app.not_found('session', args->>'session_id'); end if;
  return app.session_json(v_session);
end $$;
comment on function api.auth_session_get is 'Get one of your sessions';
