create or replace function api.auth_session_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select coalesce(json_agg(app.session_json(s) order by s.id desc), '[]')
  from app.sessions_live(tenant, app.principal()->>'user_id') s
$$;
comment on function api.auth_session_list is 'List your sessions';
