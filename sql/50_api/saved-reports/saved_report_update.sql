create or replace function api.saved_report_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.saved_reports := app.report_lock(tenant, args->>'report_id');
  v_before json := app.report_json(v_old);
  v_new app.saved_reports := app.report_merge(v_old, args);
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  v_new.job_id := app.report_schedule(v_new, args);
  v_new.updated_at := clock_timestamp();
  update app.saved_reports r set name = v_new.name, description = v_new.description, type = v_new.type,
    config_json = v_new.config_json, authors = v_new.authors, job_id = v_new.job_id,
    updated_at = v_new.updated_at
  where r.tenant_id = tenant and r.id = v_old.id;
  v_done := app.journal_write(tenant, 'report.updated', 'report', v_new.id, app.report_json(v_new), v_before);
  return app.report_json(v_new);
end $$;
comment on function api.saved_report_update is 'Changes a saved report and its schedule';
