create or replace function app.session_json(p_session app.sessions)
returns json
language sql stable as $$
  select json_build_object('id', p_session.id, 'user_id', p_session.user_id,
    'ip', coalesce(host(p_session.ip), ''), 'user_agent', coalesce(p_session.user_agent, ''),
    'created_at', p_session.created_at, 'last_active_at', p_session.last_active_at,
    'current', p_session.id = app.principal()->>'session_id', 'aal', 'aal' || p_session.aal,
    'expires_at', least(p_session.expires_at, p_session.created_at + t.session_duration),
    'country', null, 'impersonated', p_session.act is not null)
  from app.tenants t where t.tenant_id = p_session.tenant_id
$$;
comment on function app.session_json is 'A session as the API shows it';
