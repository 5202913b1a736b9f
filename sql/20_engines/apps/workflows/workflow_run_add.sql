create or replace function app.workflow_run_add(
  p_version app.workflow_versions, p_trigger jsonb, p_input jsonb, p_actor jsonb,
  p_type_id text, p_object_id text, p_depth integer, p_root uuid, p_error text default null)
returns app.workflow_runs
language plpgsql volatile as $$
declare
  v_run app.workflow_runs;
  v_id text := app.new_id('wrun');
  v_now timestamptz := clock_timestamp();
begin
  insert into app.workflow_runs (tenant_id, id, workflow_id, workflow_version, state, status,
    object_type_id, object_id, trigger, input, causation_depth, root, starter, error, entered_at,
    started_at, finished_at, updated_at)
  values (p_version.tenant_id, v_id, p_version.workflow_id, p_version.version,
    p_version.initial_state, case when p_error is null then 'running' else 'failed' end,
    p_type_id, p_object_id, p_trigger, p_input, p_depth, p_root, p_actor, p_error, v_now, v_now,
    case when p_error is not null then v_now end, v_now)
  returning * into v_run;
  return v_run;
end $$;
comment on function app.workflow_run_add is
  'A run of a version that is in no state yet: app.workflow_begin takes it there; failed with an error';
