create or replace function app.report_schedule(p_report app.saved_reports, args jsonb)
returns text
language plpgsql volatile as $$
declare
  v_tenant constant text := p_report.tenant_id;
  v_schedule jsonb := args->'schedule';
  v_is_there constant boolean := exists (
    select 1 from app.scheduled_jobs j where j.tenant_id = v_tenant and j.id = p_report.job_id);
  v_job jsonb;
begin
  if v_schedule is null then return p_report.job_id; end if;
  if v_schedule = 'null' then
    if v_is_there then perform app.job_remove(v_tenant, jsonb_build_object('job_id', p_report.job_id)); end if;
    return null;
  end if;
  -- An error that would occur each time occurs now.
  perform app.act_check('write', 'email:manage');
  v_job := jsonb_build_object('name', p_report.name, 'cron_expression', v_schedule->'cron',
    'timezone', v_schedule->'timezone', 'enabled', v_schedule->'enabled', 'action_type', 'report',
    'action_config', jsonb_build_object('report_id', p_report.id, 'recipients', v_schedule->'recipients',
      'format', v_schedule->'format'),
    'made', args->'made');
  if v_is_there then return (app.job_change(v_tenant, v_job || jsonb_build_object('job_id', p_report.job_id))).id; end if;
  return (app.job_add(v_tenant, v_job)).id;
end $$;
comment on function app.report_schedule is
  'Lets a scheduled job mail a report as a request says (schedule, and its plan in made), or no more (null). Returns the id of '
  'the job; needs the right to send mails, too';
