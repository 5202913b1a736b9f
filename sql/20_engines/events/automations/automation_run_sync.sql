create or replace function app.automation_run_sync(
  p_automation app.automations, p_row app.journal, p_writer jsonb)
returns void
language plpgsql volatile as $$
declare
  v_own jsonb := app.principal();
  v_run app.automation_runs;
  v_gone record;
  v_done text;
begin
  perform app.sync_time_check();
  v_run := app.automation_run_new(p_automation, p_row, (p_writer->>'root')::uuid);
  v_run.error := app.automation_skip(
    p_automation, v_run.causation_depth, app.automation_room(p_automation) > 0);
  if v_run.error is not null then
    v_run.status := 'skipped';
    perform app.automation_run_add(v_run);
    return;
  elsif v_run.causation_depth > 0
    and not (app.budget_share(v_run.tenant_id, 'runs', array[v_run.root]))[1] then
    v_run.error := app.budget_problem(v_run.tenant_id, 'runs');
    perform app.automation_stop(
      p_automation, v_run, app.budget_result(v_run.tenant_id, 'runs')->'failure');
  end if;
  v_gone := app.automation_go(
    v_run, app.automation_sync_principal(p_automation, v_run, p_writer), null);
  v_run := v_gone.p_run;
  if v_run.status = 'failed' then
    perform app.automation_stop(p_automation, v_run, v_gone.failure);
  end if;
  perform set_config('app.sync', 'on', true);  -- what the writer has in hand may be old now
  v_run.finished_at := clock_timestamp();
  perform app.automation_run_add(v_run);
  v_done := app.act_as(app.automation_reporter(v_run));
  perform app.automation_end(v_run, true);
  v_done := app.act_back(v_own);
end $$;
comment on function app.automation_run_sync is
  'A run in the transaction of the writer (p_writer): all of it, or it fails and the write with it';
