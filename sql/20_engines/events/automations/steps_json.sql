create or replace function app.steps_json(p_steps jsonb)
returns json
language sql immutable as $$
  select coalesce(json_agg(json_build_object('key', s->'key', 'type', s->'type',
    'status', s->'status', 'output', s->'output', 'error', s->'error',
    'attempts', s->'attempts', 'started_at', s->'started_at',
    'duration_ms', s->'duration_ms') order by n), '[]')
  from jsonb_array_elements(p_steps) with ordinality u(s, n)
$$;
comment on function app.steps_json is 'The steps of a run as the API shows them';
