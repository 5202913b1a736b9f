create or replace function api.saved_report_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_report app.saved_reports;
  v_done text;
begin
  if (select count(*) from (
      select 1 from app.saved_reports r where r.tenant_id = tenant limit 1000) s) >= 1000 then
    perform app.fail(409, 'INVALID_STATE', 'A tenant can have at most 1,000 saved reports. Delete one first.');
  end if;
  v_report.tenant_id := tenant;
  v_report.id := app.id_of_new('rep');
  v_report.created_by := app.principal()->>'user_id';
  v_report.created_at := clock_timestamp();
  v_report.updated_at := v_report.created_at;
  v_report := app.report_merge(v_report, '{"config_json": {}}'::jsonb || args);
  v_report.job_id := app.report_schedule(v_report, args);
  insert into app.saved_reports (tenant_id, id, name, description, type, config_json, authors, job_id,
    created_by, created_at, updated_at)
  values (tenant, v_report.id, v_report.name, v_report.description, v_report.type, v_report.config_json,
    v_report.authors, v_report.job_id, v_report.created_by, v_report.created_at, v_report.updated_at);
  v_done := app.journal_write(tenant, 'report.created', 'report', v_report.id, app.report_json(v_report));
  return app.report_json(v_report);
end $$;
comment on function api.saved_report_create is 'Saves a report with its schedule';
