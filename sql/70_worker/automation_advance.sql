create or replace function worker.automation_advance(
  p_tenant text, p_run_id text, p_attempts integer, p_result jsonb)
returns jsonb
language plpgsql volatile as $$
declare
  v_run app.automation_runs;
  v_gone record;
  v_principal jsonb;
  v_now timestamptz;
  v_done text;
begin
  perform worker.as_tenant(p_tenant, '{"type":"system","id":"worker","scopes":["*"]}');
  v_now := clock_timestamp();
  update app.work w set due_at = v_now + interval '20 seconds'
  where w.tenant_id = p_tenant and w.kind = 'automation' and w.id = p_run_id
    and w.attempts = p_attempts;
  if not found then return null; end if;
  select * into v_run from app.automation_runs r
  where r.tenant_id = p_tenant and r.id = p_run_id and r.status in ('queued', 'running')
  for update;
  if not found then
    perform app.work_end(p_tenant, 'automation', p_run_id, p_attempts);
    return null;
  elsif p_result is not null and (p_result->'attempt' <> to_jsonb(v_run.attempt)
    or p_result->'step' <> to_jsonb(jsonb_array_length(v_run.steps) - 1)) then
    return null;  -- the outcome of a step that was cancelled and begun again
  end if;
  v_run.root := coalesce(v_run.root, gen_random_uuid());  -- one that an older version has queued
  v_principal := app.automation_principal(v_run);
  if v_run.status = 'queued' and not exists (
    select 1 from app.automations a
    where a.tenant_id = p_tenant and a.id = v_run.automation_id and a.is_enabled) then
    v_run.status := 'skipped';
    v_run.error := 'The automation was disabled before the run began.';
  elsif p_attempts > 200 then
    v_run.status := 'failed';  -- more than delays and retries can make
    v_run.error := 'The run was started 200 times without finishing.';
  elsif v_principal is null then
    v_run.status := 'failed';
    v_run.error := app.nobody_text();
  else
    v_run.status := 'running';
    v_run.started_at := coalesce(v_run.started_at, clock_timestamp());
    v_gone := app.automation_go(v_run, v_principal, p_result);
    v_run := v_gone.p_run;
  end if;
  if v_run.status <> 'running' then v_run.finished_at := clock_timestamp(); end if;
  update app.automation_runs r set status = v_run.status, steps = v_run.steps,
    variables = v_run.variables, error = v_run.error, root = v_run.root, started_at = v_run.started_at,
    finished_at = v_run.finished_at
  where r.tenant_id = p_tenant and r.id = p_run_id;
  if v_run.status = 'running' then
    if v_gone.due_at is not null then
      perform app.work_end(p_tenant, 'automation', p_run_id, p_attempts, v_gone.due_at);
    end if;
    perform app.budget_settle(p_tenant);
    return v_gone.external;
  end if;
  perform app.work_end(p_tenant, 'automation', p_run_id, p_attempts);
  if v_run.status <> 'skipped' then
    v_done := app.act_as(app.automation_reporter(v_run));
    perform app.automation_end(v_run, false);
  end if;
  perform app.budget_settle(p_tenant);
  return null;
end $$;
comment on function worker.automation_advance is
  'Continues a run that the worker has claimed (attempt p_attempts of app.work): returns the next '
  'step to be done outside of the database, whose outcome is the p_result of the next call, with '
  'its step and attempt; null when there is nothing to do now. One transaction: what a killed '
  'worker did not get to record is done again';
