create or replace function app.workflow_start_asked(p_tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_workflow app.workflows := app.workflow_find(p_tenant, args->>'workflow_id');
  v_run app.workflow_runs := app.workflow_start(
    v_workflow, args->>'object_type_id', args->>'object_id', args->'input');
begin
  return app.workflow_run_json(v_run, true);
end $$;
comment on function app.workflow_start_asked is
  'Starts a run as a request asks for it, and shows it as it is then';
