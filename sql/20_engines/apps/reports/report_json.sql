create or replace function app.report_json(p_report app.saved_reports)
returns json
language plpgsql stable as $$
declare
  v_job app.scheduled_jobs;
  v_schedule json;
begin
  select * into v_job from app.scheduled_jobs j
  where j.tenant_id = p_report.tenant_id and j.id = p_report.job_id;
  if v_job.id is not null then
    v_schedule := json_build_object('job_id', v_job.id, 'cron', v_job.cron_expression, 'timezone', v_job.timezone,
      'recipients', v_job.action_config->'recipients', 'format', v_job.action_config->'format',
      'enabled', v_job.is_enabled, 'next_run_at', (
        select s.next_run_at from app.schedules s
        where s.tenant_id = v_job.tenant_id and s.kind = 'job' and s.subject_id = v_job.id));
  end if;
  return json_build_object('id', p_report.id, 'name', p_report.name, 'description', p_report.description,
    'type', p_report.type, 'config_json', p_report.config_json, 'schedule', v_schedule,
    'last_run_at', greatest(p_report.last_run_at, v_job.last_run_at),
    'last_status', case when v_job.last_run_at > coalesce(p_report.last_run_at, '-infinity')
      then v_job.last_status else p_report.last_status end,
    'created_by', p_report.created_by,
    'created_at', p_report.created_at, 'updated_at', p_report.updated_at);
end $$;
comment on function app.report_json is 'A saved report as the API shows it, with the schedule of the job that mails it';
