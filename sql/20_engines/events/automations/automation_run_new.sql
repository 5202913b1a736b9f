create or replace function app.automation_run_new(
  p_automation app.automations, p_row app.journal, p_root uuid)
returns app.automation_runs
language plpgsql volatile as $$
declare
  v_run app.automation_runs;
  v_now timestamptz := clock_timestamp();
begin
  v_run.tenant_id := p_automation.tenant_id;
  v_run.id := app.new_id('arun');
  v_run.automation_id := p_automation.id;
  v_run.status := 'running';
  v_run.trigger := jsonb_build_object('type', p_row.type, 'event_id', p_row.id, 'mode', 'sync');
  v_run.input := app.event_json(p_row);
  v_run.actions := p_automation.actions;
  v_run.steps := '[]';
  v_run.variables := '{}';
  v_run.principal := app.automation_runner(p_automation, p_row.actor::jsonb, false);
  v_run.causation_depth := p_row.causation_depth;
  v_run.root := coalesce(p_root, gen_random_uuid());
  v_run.attempt := 1;
  v_run.created_at := v_now;
  v_run.started_at := v_now;
  return v_run;
end $$;
comment on function app.automation_run_new is
  'A run as it begins in the transaction of a writer; it is not in the table yet';
