create or replace function worker.workflow_advance(
  p_tenant text, p_run_id text, p_attempts integer, p_result jsonb)
returns jsonb
language plpgsql volatile as $$
declare
  v_run app.workflow_runs;
  v_gone record;
  v_principal jsonb;
  v_now timestamptz;
  v_done text;
begin
  perform worker.as_tenant(p_tenant, '{"type":"system","id":"worker","scopes":["*"]}');
  v_now := clock_timestamp();
  update app.work w set due_at = v_now + interval '20 seconds'
  where w.tenant_id = p_tenant and w.kind = 'workflow' and w.id = p_run_id
    and w.attempts = p_attempts;
  if not found then return null; end if;
  select * into v_run from app.workflow_runs r
  where r.tenant_id = p_tenant and r.id = p_run_id and r.status = 'running' for update;
  if not found then
    perform app.work_end(p_tenant, 'workflow', p_run_id, p_attempts);
    return null;
  elsif p_result is not null and (p_result->'attempt' <> to_jsonb(v_run.attempt)
    or p_result->'step' <> to_jsonb(jsonb_array_length(v_run.steps) - 1)) then
    return null;  -- the outcome of a step that was cancelled and begun again
  end if;
  v_done := app.act_as(app.workflow_reporter(v_run));
  v_principal := app.workflow_principal(v_run);
  if v_run.moves = 0 then
    perform app.work_end(p_tenant, 'workflow', p_run_id, p_attempts),
      app.workflow_begin_alone(v_run), app.budget_settle(p_tenant);
    return null;
  elsif p_attempts > 200 then
    v_run.status := 'failed';  -- more than delays and retries can make
    v_run.error := 'The actions were started 200 times without finishing.';
  elsif v_principal is null then
    v_run.status := 'failed';
    v_run.error := app.nobody_text();
  else
    v_gone := app.automation_go(app.workflow_task(v_run, v_run.actions), v_principal, p_result);
    v_run := app.workflow_task_keep(v_run, v_gone.p_run);
    if v_gone.due_at is not null then
      perform app.work_end(p_tenant, 'workflow', p_run_id, p_attempts, v_gone.due_at);
    end if;
    if v_gone.external is not null or v_gone.due_at is not null then
      perform app.workflow_run_save(v_run), app.budget_settle(p_tenant);
      return v_gone.external;
    end if;
  end if;
  perform app.work_end(p_tenant, 'workflow', p_run_id, p_attempts);
  v_run := app.workflow_settle(v_run, (app.workflow_state(v_run, v_run.state)).state);
  perform app.workflow_end_tell(v_run), app.budget_settle(p_tenant);
  return null;
end $$;
comment on function worker.workflow_advance is
  'Goes on with the actions of a run that the worker has claimed (attempt p_attempts of app.work), as '
  'worker.automation_advance does with those of automations; when they are over, the run waits or has ended';
