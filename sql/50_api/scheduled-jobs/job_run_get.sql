create or replace function api.job_run_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_job_id text := (app.job_find(tenant, args->>'job_id')).id;
  v_id text := args->>'job_run_id';
  v_run app.job_runs;
begin
  select * into v_run from app.job_runs r
  where r.tenant_id = tenant and r.id = v_id and r.job_id = v_job_id;
  if not found then perform app.not_found('job_run', v_id); end if;
  return app.job_run_json(v_run);
end $$;
comment on function api.job_run_get is 'Get a run of a scheduled job';
