create or replace function app.job_find(p_tenant text, p_id text)
returns app.scheduled_jobs
language plpgsql stable as $$
declare v_job app.scheduled_jobs;
begin
  select * into v_job from app.scheduled_jobs j where j.tenant_id = p_tenant and j.id = p_id;
  if not found then perform app.not_found('scheduled_job', p_id); end if;
  return v_job;
end $$;
comment on function app.job_find is 'A scheduled job by id; 404';
