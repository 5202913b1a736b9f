create or replace function api.workflow_start(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.workflow_run_json(app.workflow_start(app.workflow_find(tenant, args->>'workflow_id'),
    args->>'object_type_id', args->>'object_id', args->'input'), true)
$$;
comment on function api.workflow_start is 'Start a run of a workflow';
