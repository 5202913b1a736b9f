create or replace function api.workflow_run_approve(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_run app.workflow_runs := app.workflow_run_lock(tenant, args->>'workflow_run_id');
  v_new app.workflow_runs :=
    app.workflow_transition(v_run, 'approve', args->>'comment', args->'data');
begin
  return app.workflow_run_json(v_new, true);
end $$;
comment on function api.workflow_run_approve is 'Approve a run';
