create or replace function app.job_skip(p_run app.job_runs, p_reason text)
returns void
language plpgsql volatile as $$
declare v_now timestamptz;
begin
  delete from app.work w
  where w.tenant_id = p_run.tenant_id and w.kind = 'job' and w.id = p_run.id;
  v_now := clock_timestamp();
  update app.job_runs r set status = 'skipped', error = p_reason, finished_at = v_now
  where r.tenant_id = p_run.tenant_id and r.id = p_run.id;
  update app.dead_letters d set status = 'dead'
  where d.tenant_id = p_run.tenant_id and d.source = 'job' and d.record_id = p_run.id
    and d.status = 'retrying';
end $$;
comment on function app.job_skip is 'A run that was queued is not run after all';
