create or replace function app.workflow_task_keep(
  p_run app.workflow_runs, p_task app.automation_runs)
returns app.workflow_runs
language plpgsql stable as $$
begin
  p_run.steps := p_task.steps;
  p_run.variables := p_task.variables;
  if p_task.status = 'failed' then
    p_run.status := 'failed';
    p_run.error := left(p_task.error, 4000);
  end if;
  return p_run;
end $$;
comment on function app.workflow_task_keep is 'A run with what became of its actions (app.workflow_task)';
