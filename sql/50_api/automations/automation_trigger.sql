create or replace function api.automation_trigger(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_started record := app.automation_start(tenant, args->>'automation_id', '{"type": "manual"}',
    coalesce(args->'data', '{}'));
  v_answer json := json_build_object('run_id', v_started.run_id, 'status', v_started.status);
  v_done text;
begin
  v_done := app.journal_write(tenant, 'automation.triggered', 'automation_run', v_started.run_id,
    json_build_object('id', v_started.run_id, 'automation_id', args->'automation_id',
      'status', v_started.status), p_pending => true);  -- so that the worker looks at once
  return v_answer;
end $$;
comment on function api.automation_trigger is 'Run an automation now';
