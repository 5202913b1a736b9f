create or replace function api.workflow_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.workflow_json(
    app.workflow_at(tenant, args->>'workflow_id', (args->>'version')::integer))
$$;
comment on function api.workflow_get is 'Get a workflow, or a version of it';
