create or replace function api.job_run_await(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_run json := api.job_run_get(tenant, args);
  v_alive timestamptz := clock_timestamp() - interval '30 seconds';
begin
  return json_build_object('run', v_run,
    'is_over', v_run->>'status' not in ('queued', 'running'),
    'has_worker', exists (select 1 from app.workers w where w.seen_at > v_alive));
end $$;
comment on function api.job_run_await is
  'Returns a run of a scheduled job for a caller who waits for its end: {run, is_over, has_worker}';
