create or replace function api.workflow_start(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_workflow app.workflows := app.workflow_find(tenant, args->>'workflow_id');
  v_run app.workflow_runs := app.workflow_start(
    v_workflow, args->>'object_type_id', args->>'object_id', args->'input');
begin
  return app.workflow_run_json(v_run, true);
end $$;
comment on function api.workflow_start is 'Start a run of a workflow';
