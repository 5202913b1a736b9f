create or replace function api.saved_report_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.saved_reports := app.report_lock(tenant, args->>'report_id');
  v_before json := app.report_json(v_old);
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  perform app.report_schedule(v_old, '{"schedule": null}');
  delete from app.saved_reports r where r.tenant_id = tenant and r.id = v_old.id;
  v_done := app.journal_write(tenant, 'report.deleted', 'report', v_old.id, null, v_before);
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.saved_report_delete is 'Delete a saved report';
