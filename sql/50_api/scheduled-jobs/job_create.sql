create or replace function api.job_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_job app.scheduled_jobs := app.job_add(tenant, args);
begin
  return app.job_json(v_job);
end $$;
comment on function api.job_create is 'Creates a scheduled job';
