create or replace function api.job_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_is_enabled boolean := coalesce((args->>'enabled')::boolean, true);
  v_job app.scheduled_jobs;
begin
  if (select count(*) >= 1000 from app.scheduled_jobs j where j.tenant_id = tenant) then
    perform app.fail(409, 'INVALID_STATE',
      'A tenant can have at most 1,000 scheduled jobs. Delete one first, or let one job do more.',
      '{"max": 1000}');
  end if;
  insert into app.scheduled_jobs (tenant_id, id, name, description, cron_expression, run_at,
    timezone, action_type, action_config, is_enabled, status, created_by, actor,
    authors)
  values (tenant, app.new_id('job'), args->>'name', args->>'description',
    args->>'cron_expression', (args->>'run_at')::timestamptz,
    coalesce(args->>'timezone', 'UTC'), args->>'action_type',
    coalesce(args->'action_config', '{}'), v_is_enabled,
    case when v_is_enabled then 'active' else 'paused' end, app.principal()->>'user_id',
    app.author(), app.authors_set('{}', 'action'))
  returning * into v_job;
  perform app.schedule_change(tenant, 'job', v_job.id, v_is_enabled, args #> '{made,plan}');
  perform app.journal_write(tenant, 'job.created', 'job', v_job.id, app.job_json(v_job));
  return app.job_json(v_job);
end $$;
comment on function api.job_create is 'Create a scheduled job';
