create or replace function app.job_fire(p_tenant text, p_job_id text, p_due_at timestamptz)
returns void
language plpgsql volatile as $$
declare v_job app.scheduled_jobs;
begin
  select * into v_job from app.scheduled_jobs j
  where j.tenant_id = p_tenant and j.id = p_job_id and j.is_enabled for no key update;
  if not found then return; end if;
  -- One that runs once would never run then: it waits for its turn.
  perform app.job_queue(v_job, 'schedule', p_due_at, 0, case when v_job.run_at is null and exists (
      select 1 from app.work w
      where w.tenant_id = p_tenant and w.kind = 'job' and w.serial_key = p_job_id)
    then 'The previous run had not finished yet.' end);
end $$;
comment on function app.job_fire is
  'Queues the run of a scheduled job whose time has come; while the previous run has not ended, '
  'one that comes again is skipped';
