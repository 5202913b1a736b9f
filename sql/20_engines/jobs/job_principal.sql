create or replace function app.job_principal(p_job app.scheduled_jobs, p_depth integer)
returns jsonb
language sql stable as $$
  select app.principal_of_event(p_job.tenant_id, p_job.actor,
    jsonb_build_object('type', 'job', 'id', p_job.id), p_depth + 1)
$$;
comment on function app.job_principal is
  'As whom a scheduled job acts: who has set what it does, with the rights he has now; null when '
  'that user is banned or gone, or the key revoked';
