create or replace function api.saved_report_run(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_report app.saved_reports := app.report_lock(tenant, args->>'report_id');
  v_now timestamptz := clock_timestamp();
begin
  update app.saved_reports r set last_run_at = v_now, last_status = 'succeeded'
  where r.tenant_id = tenant and r.id = v_report.id;
  return app.report_run_keep(tenant, v_report.id, v_report.type, args);
end $$;
comment on function api.saved_report_run is 'Runs a saved report and keeps the result';
