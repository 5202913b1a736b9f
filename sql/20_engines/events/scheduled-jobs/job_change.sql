create or replace function app.job_change(p_tenant text, args jsonb)
returns app.scheduled_jobs
language plpgsql volatile as $$
declare
  v_old app.scheduled_jobs := app.job_lock(p_tenant, args->>'job_id');
  v_before json := app.job_json(v_old);
  v_new app.scheduled_jobs := v_old;
  v_plan jsonb := args #> '{made,plan}';
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  perform app.basis_check(v_old.updated_at, args, 'job');
  v_new.name := coalesce(args->>'name', v_old.name);
  if args ? 'description' then v_new.description := args->>'description'; end if;
  v_new.cron_expression := v_plan->>'cron_expression';
  v_new.run_at := v_plan->>'run_at';
  v_new.timezone := v_plan->>'timezone';
  v_new.action_type := coalesce(args->>'action_type', v_old.action_type);
  v_new.action_config := coalesce(args->'action_config', v_old.action_config);
  v_new.is_enabled := coalesce((args->>'enabled')::boolean, v_old.is_enabled);
  v_new.status := case when not v_new.is_enabled then 'paused'
    when v_plan->>'next_run_at' is not null then 'active' else v_old.status end;
  -- Not who has changed its name or when it runs: it does not do that in their name.
  if args ?| array['action_type', 'action_config'] then
    v_new.actor := app.author();
    v_new.authors := app.authors_set(
      v_old.authors, 'action', not args->'made' ? 'keeps_config');
  end if;
  v_now := clock_timestamp();
  update app.scheduled_jobs j set name = v_new.name, description = v_new.description,
    cron_expression = v_new.cron_expression, run_at = v_new.run_at, timezone = v_new.timezone,
    action_type = v_new.action_type, action_config = v_new.action_config,
    is_enabled = v_new.is_enabled, status = v_new.status, actor = v_new.actor,
    authors = v_new.authors,
    updated_at = v_now
  where j.tenant_id = p_tenant and j.id = v_old.id returning * into v_new;
  perform app.schedule_change(p_tenant, 'job', v_new.id, v_new.is_enabled, v_plan);
  v_done := app.journal_write(p_tenant, 'job.updated', 'job', v_new.id, app.job_json(v_new), v_before);
  return v_new;
end $$;
comment on function app.job_change is
  'Changes a scheduled job as the body of PATCH /v1/scheduled-jobs/:job_id says, and its plan (args.made.plan). 409 when it '
  'is not what the plan was made from (made.basis, where that is given)';
