create or replace function api.workflow_run_signal(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_run app.workflow_runs := app.workflow_run_lock(tenant, args->>'workflow_run_id');
  v_state app.workflow_states := app.workflow_state(v_run, v_run.state);
begin
  if v_run.status = 'waiting' and v_state.transitions ? (args->>'name') then
    v_run := app.workflow_transition(v_run, args->>'name', null, args->'data');
  end if;
  return app.workflow_run_json(v_run, true);
end $$;
comment on function api.workflow_run_signal is 'Send a signal to a run';
