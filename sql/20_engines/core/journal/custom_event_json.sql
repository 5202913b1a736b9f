create or replace function app.custom_event_json(p_row app.journal)
returns json
language sql stable as $$
  select json_build_object('id', p_row.id, 'event_type', p_row.resource_id,
    'data', p_row.after->'data', 'user_id', p_row.after->'user_id',
    'session_id', p_row.after->'session_id', 'source', p_row.after->'source',
    'ip', case when p->'scopes' ? '*' or coalesce(p_row.actor->>'id' = u, u is null)
      then p_row.ip end,
    'created_at', p_row.created_at)
  from app.principal() p, app.user_alone() u
$$;
comment on function app.custom_event_json is
  'Returns a custom event as the API lists it. ip shows where a person is: users see it only on '
  'their own events, keys and administrators on each';
