create or replace function app.job_add(p_tenant text, args jsonb)
returns app.scheduled_jobs
language plpgsql volatile as $$
declare
  v_is_enabled boolean := coalesce((args->>'enabled')::boolean, true);
  v_job app.scheduled_jobs;
  v_done text;
begin
  if (select count(*) >= 1000 from app.scheduled_jobs j where j.tenant_id = p_tenant) then
    perform app.fail(409, 'INVALID_STATE',
      'A tenant can have at most 1,000 scheduled jobs. Delete one first, or let one job do more.',
      '{"max": 1000}');
  end if;
  insert into app.scheduled_jobs (tenant_id, id, name, description, cron_expression, run_at,
    timezone, action_type, action_config, is_enabled, status, created_by, actor,
    authors)
  values (p_tenant, app.id_of_new('job'), args->>'name', args->>'description',
    args->>'cron_expression', (args->>'run_at')::timestamptz,
    coalesce(args->>'timezone', 'UTC'), args->>'action_type',
    coalesce(args->'action_config', '{}'), v_is_enabled,
    case when v_is_enabled then 'active' else 'paused' end, app.principal()->>'user_id',
    app.author(), app.authors_set('{}', 'action'))
  returning * into v_job;
  perform app.schedule_change(p_tenant, 'job', v_job.id, v_is_enabled, args #> '{made,plan}');
  v_done := app.journal_write(p_tenant, 'job.created', 'job', v_job.id, app.job_json(v_job));
  return v_job;
end $$;
comment on function app.job_add is
  'Makes a scheduled job of the body of POST /v1/scheduled-jobs and its plan (args.made.plan)';