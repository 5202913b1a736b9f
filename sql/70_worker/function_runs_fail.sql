create or replace function worker.function_runs_fail(p_tenant text)
returns void
language plpgsql volatile as $$
declare v_now timestamptz := clock_timestamp();
begin
  -- The process was killed and could not report it. Queued work is started again anyway.
  update app.function_runs r set status = 'failed', finished_at = v_now,
    error = 'The process that was running it was stopped.'
  where r.tenant_id = p_tenant and r.status = 'running'
    and r.started_at < v_now - interval '5 minutes'
    and not exists (
      select 1 from app.work w
      where w.tenant_id = p_tenant and w.kind = 'function' and w.id = r.id);
end $$;
comment on function worker.function_runs_fail is
  'Marks, for worker.housekeeping, the runs of functions that a killed process has left as failed';
