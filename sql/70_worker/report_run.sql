create or replace function worker.report_run(p_tenant text, p_run_id text)
returns json
language plpgsql volatile as $$
begin
  perform worker.as_tenant(p_tenant, '{"type":"system","id":"worker"}');
  return (select r.result from app.report_runs r where r.tenant_id = p_tenant and r.id = p_run_id);
end $$;
comment on function worker.report_run is
  'Returns the result of a report, for its mail; null when it is not kept any more';
