create or replace function app.run_scope(p_run app.automation_runs)
returns jsonb
language sql stable as $$
  select jsonb_build_object('trigger', p_run.input, 'variables', p_run.variables, 'steps', (
    select coalesce(json_object_agg(s->>'key', jsonb_build_object(
      'status', s->'status', 'output', s->'output', 'error', s->'error'))::jsonb, '{}')
    from jsonb_array_elements(p_run.steps) s))
$$;
comment on function app.run_scope is
  'Returns the variables for templates and conditions of a run: {trigger, steps: {<key>: {status, '
  'output, error}}, variables}';
