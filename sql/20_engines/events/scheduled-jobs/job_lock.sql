create or replace function app.job_lock(p_tenant text, p_id text)
returns app.scheduled_jobs
language plpgsql volatile as $$
declare v_job app.scheduled_jobs;
begin
  -- In the order in which a firing locks.
  perform from app.schedules s
  where s.tenant_id = p_tenant and s.kind = 'job' and s.subject_id = p_id for no key update;
  select * into v_job from app.scheduled_jobs j
  where j.tenant_id = p_tenant and j.id = p_id for no key update;
  if not found then perform app.not_found('scheduled_job', p_id); end if;
  return v_job;
end $$;
comment on function app.job_lock is 'A scheduled job to change or run, locked; 404';
