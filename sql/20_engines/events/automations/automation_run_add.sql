create or replace function app.automation_run_add(p_run app.automation_runs)
returns void
language sql volatile as $$
  insert into app.automation_runs (tenant_id, id, automation_id, status, trigger, input, actions,
    steps, variables, principal, causation_depth, root, error, created_at, started_at, finished_at)
  values (p_run.tenant_id, p_run.id, p_run.automation_id, p_run.status, p_run.trigger,
    p_run.input, p_run.actions, p_run.steps, p_run.variables, p_run.principal,
    p_run.causation_depth, p_run.root, p_run.error, p_run.created_at, p_run.started_at,
    coalesce(p_run.finished_at, clock_timestamp()))
$$;
comment on function app.automation_run_add is
  'The log of a run that is over already: one of mode sync';
