create or replace function api.saved_report_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.saved_reports := app.report_lock(tenant, args->>'report_id');
  v_new app.saved_reports := app.report_merge(v_old, args);
begin
  perform app.unchanged_check(v_old.updated_at, args);
  v_new.updated_at := clock_timestamp();
  update app.saved_reports r set name = v_new.name, description = v_new.description, type = v_new.type,
    config_json = v_new.config_json, updated_at = v_new.updated_at
  where r.tenant_id = tenant and r.id = v_old.id;
  perform app.journal_report('report.updated', v_old, v_new);
  return app.report_json(v_new);
end $$;
comment on function api.saved_report_update is 'Change a saved report';
