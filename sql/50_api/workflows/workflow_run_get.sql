create or replace function api.workflow_run_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.workflow_run_json(app.workflow_run_find(tenant, args->>'workflow_run_id'), true)
$$;
comment on function api.workflow_run_get is 'Get a run with its history and possible transitions';
