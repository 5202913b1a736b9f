create or replace function app.job_json(p_job app.scheduled_jobs)
returns json
language sql stable as $$
  select json_build_object('id', p_job.id, 'name', p_job.name,
    'description', p_job.description, 'cron_expression', p_job.cron_expression,
    'run_at', p_job.run_at, 'timezone', p_job.timezone, 'action_type', p_job.action_type,
    'action_config', app.masked(p_job.action_config), 'enabled', p_job.is_enabled, 'status', p_job.status,
    'next_run_at', (
      select s.next_run_at from app.schedules s
      where s.tenant_id = p_job.tenant_id and s.kind = 'job' and s.subject_id = p_job.id),
    'last_run_at', p_job.last_run_at, 'last_status', p_job.last_status,
    'run_count', p_job.run_count, 'failure_count', p_job.failure_count,
    'created_at', p_job.created_at, 'updated_at', p_job.updated_at,
    'created_by', p_job.created_by)
$$;
comment on function app.job_json is 'A scheduled job as the API shows it';
