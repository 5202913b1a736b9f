create or replace function app.drill_json(p_drill app.drills)
returns json
language sql stable as $$
  select json_build_object('id', p_drill.id, 'ok', p_drill.ok, 'started_at', p_drill.started_at,
    'restored_to', (p_drill.result->>'restored_to')::timestamptz,
    'lost_seconds', p_drill.result->'lost_seconds', 'took_seconds', p_drill.result->'took_seconds',
    'tenants', p_drill.result->'tenants', 'rows', p_drill.result->'rows',
    'mismatches', p_drill.result->'mismatches', 'steps', p_drill.result->'steps')
$$;
comment on function app.drill_json is 'A drill as /admin shows it';
