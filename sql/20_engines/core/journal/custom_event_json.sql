create or replace function app.custom_event_json(p_row app.journal)
returns json
language sql stable as $$
  select json_build_object('id', p_row.id, 'event_type', p_row.resource_id,
    'data', p_row.after->'data', 'user_id', p_row.after->'user_id',
    'session_id', p_row.after->'session_id', 'source', p_row.after->'source', 'ip', p_row.ip,
    'created_at', p_row.created_at)
$$;
comment on function app.custom_event_json is 'A custom event as the API lists it';
