create or replace function app.automation_run_sync(
  p_automation app.automations, p_row app.journal, p_writer jsonb)
returns void
language plpgsql volatile as $$
declare
  v_run app.automation_runs;
  v_gone record;
  v_action jsonb;
  v_own jsonb := app.principal();
begin
  perform app.sync_time_check();
  v_run := app.automation_run_new(p_automation, p_row, (p_writer->>'root')::uuid);
  v_run.error := app.automation_skip(
    p_automation, v_run.causation_depth, app.automation_room(p_automation) > 0);
  if v_run.error is not null then
    v_run.status := 'skipped';
    perform app.automation_run_add(v_run);
    return;
  end if;
  if v_run.causation_depth > 0
    and not (app.budget_share(v_run.tenant_id, 'runs', array[v_run.root]))[1] then
    perform app.automation_spent(
      p_automation, r->'failure', r->>'error') from app.budget_result(v_run.tenant_id, 'runs') r;
  end if;
  v_gone := app.automation_go(v_run, case p_automation.run_as
    when 'trigger_user' then (p_writer - 'uncounted') || jsonb_build_object('by', jsonb_build_object(
      'type', 'automation', 'id', p_automation.id), 'causation_depth', v_run.causation_depth + 1,
      'root', v_run.root)
    else app.automation_principal(v_run) end, null);
  v_run := v_gone.p_run;
  if v_run.status = 'failed' then
    v_action := v_run.actions->(jsonb_array_length(v_run.steps) - 1);
    if v_gone.failure->'details' ? 'budget' then
      perform app.automation_spent(p_automation, v_gone.failure, v_run.steps->-1->>'error');
    end if;
    perform app.fail(409, 'INVALID_STATE',
      case when v_action->>'type' = 'reject' then v_run.steps->-1->>'error'
        else format('The automation %s has stopped this. %s', p_automation.name, v_run.error) end,
      jsonb_build_object('automation_id', p_automation.id, 'step', v_action->'key',
        'cause', case when v_action->>'type' <> 'reject' then v_gone.failure end));
  end if;
  perform set_config('app.sync', 'on', true);  -- what the writer has in hand may be old now
  v_run.finished_at := clock_timestamp();
  perform app.automation_run_add(v_run);
  perform set_config('app.principal', app.automation_reporter(v_run)::text, true);
  perform app.automation_end(v_run, true);
  perform set_config('app.principal', v_own::text, true);
end $$;
comment on function app.automation_run_sync is
  'A run in the transaction of the writer (p_writer): all of it, or it fails and the write with it';
