create or replace function app.job_run_json(p_run app.job_runs)
returns json
language plpgsql stable as $$
declare
  v_is_hidden boolean := (
    select app.log_keeps_out(j.tenant_id, app.authors_all(j.authors) || j.actor)
    from app.scheduled_jobs j where j.tenant_id = p_run.tenant_id and j.id = p_run.job_id);
begin
  return json_build_object('id', p_run.id, 'run_id', p_run.id, 'job_id', p_run.job_id,
    'status', p_run.status, 'trigger', p_run.trigger, 'scheduled_for', p_run.scheduled_for,
    'attempt', p_run.attempt, 'output', case when not v_is_hidden then p_run.output end,
    'error', case when not v_is_hidden then p_run.error end,
    'created_at', p_run.created_at, 'started_at', p_run.started_at,
    'finished_at', p_run.finished_at, 'duration_ms', p_run.duration_ms);
end $$;
comment on function app.job_run_json is
  'Returns a run of a scheduled job as the API shows it; its result not to every caller '
  '(app.log_keeps_out)';
