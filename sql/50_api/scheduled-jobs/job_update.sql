create or replace function api.job_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_job app.scheduled_jobs := app.job_change(tenant, args);
begin
  return app.job_json(v_job);
end $$;
comment on function api.job_update is 'Changes a scheduled job';
