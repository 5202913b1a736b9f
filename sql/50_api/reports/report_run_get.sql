create or replace function api.report_run_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_run app.report_runs;
begin
  select * into v_run from app.report_runs r where r.tenant_id = tenant and r.id = args->>'run_id';
  if v_run.id is null or v_run.ran_by <> coalesce(app.principal()->>'id', '') then
    perform app.not_found('run', args->>'run_id');
  end if;
  return v_run.result;
end $$;
comment on function api.report_run_get is 'Get the result of a report run';
