create or replace function app.workflow_task(p_run app.workflow_runs, p_actions jsonb)
returns app.automation_runs
language plpgsql stable as $$
declare v_task app.automation_runs;
begin
  v_task.tenant_id := p_run.tenant_id;
  v_task.id := p_run.id;
  v_task.status := 'running';
  v_task.input := p_run.input || p_run.scope;
  v_task.actions := p_actions;
  v_task.steps := p_run.steps;
  v_task.variables := p_run.variables;
  v_task.causation_depth := p_run.causation_depth;
  v_task.root := p_run.root;
  v_task.created_at := p_run.started_at;
  v_task.attempt := p_run.attempt;
  return v_task;
end $$;
comment on function app.workflow_task is
  'The actions of a run as app.automation_go does them; it is in no table';
