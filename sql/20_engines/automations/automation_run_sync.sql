create or replace function app.automation_run_sync(
  p_automation app.automations, p_row app.journal, p_writer jsonb)
returns void
language plpgsql volatile as $$
declare
  v_run app.automation_runs;
  v_gone record;
  v_principal jsonb;
  v_action jsonb;
begin
  v_run := app.automation_run_new(p_automation, p_row);
  v_run.error := app.automation_skip(
    p_automation, v_run.causation_depth, app.automation_room(p_automation) > 0);
  if v_run.error is not null then
    v_run.status := 'skipped';
    perform app.automation_run_add(v_run);
    return;
  end if;
  v_principal := case p_automation.run_as
    when 'trigger_user' then app.principal_limited(p_automation.tenant_id,
      p_writer || jsonb_build_object('by', jsonb_build_object('type', 'automation',
        'id', p_automation.id), 'causation_depth', v_run.causation_depth + 1),
      v_run.principal->'authors')
    else app.automation_principal(v_run) end;
  if v_principal is null then
    perform app.fail(409, 'INVALID_STATE', format('The automation %s has stopped this. %s',
      p_automation.name, app.nobody_text()), jsonb_build_object('automation_id', p_automation.id));
  end if;
  v_gone := app.automation_go(v_run, v_principal, null);
  v_run := v_gone.p_run;
  if v_run.status = 'failed' then
    v_action := v_run.actions->(jsonb_array_length(v_run.steps) - 1);
    perform app.fail(409, 'INVALID_STATE',
      case when v_action->>'type' = 'reject' then v_run.steps->-1->>'error'
        else format('The automation %s has stopped this. %s', p_automation.name, v_run.error) end,
      jsonb_build_object('automation_id', p_automation.id, 'step', v_action->'key',
        'cause', case when v_action->>'type' <> 'reject' then v_gone.failure end));
  end if;
  perform set_config('app.sync', 'on', true);  -- what the writer has in hand may be old now
  v_run.finished_at := clock_timestamp();
  perform app.automation_run_add(v_run);
  perform app.automation_end(v_run, true);
end $$;
comment on function app.automation_run_sync is
  'A run in the transaction of the writer (p_writer): all of it, or it fails and the write with it';
