create or replace function api.automation_run_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_automation text := args->>'automation_id';
  v_id text := args->>'run_id';
  v_run app.automation_runs;
begin
  select * into v_run from app.automation_runs r
  where r.tenant_id = tenant and r.id = v_id and r.automation_id = v_automation;
  if not found then perform app.not_found('automation_run', v_id); end if;
  return app.automation_run_json(v_run);
end $$;
comment on function api.automation_run_get is 'Get a run and its steps';
