create or replace function app.job_principal(p_job app.scheduled_jobs, p_depth integer)
returns jsonb
language sql stable as $$
  select app.principal_of_event(p_job.tenant_id, p_job.actor,
    jsonb_build_object('type', 'job', 'id', p_job.id), p_depth + 1,
    app.authors_all(p_job.authors || coalesce((
      select r.authors from app.saved_reports r
      where p_job.action_type = 'report' and r.tenant_id = p_job.tenant_id
        and r.id = p_job.action_config->>'report_id'), '{}')))
$$;
comment on function app.job_principal is
  'Returns the principal of a scheduled job: the author of its action, with their current rights, '
  'and no more than each author of a part, or of the question of a report; null when one of them '
  'may no longer act';
