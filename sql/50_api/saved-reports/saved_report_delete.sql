create or replace function api.saved_report_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_old app.saved_reports := app.report_lock(tenant, args->>'report_id');
begin
  perform app.unchanged_check(v_old.updated_at, args);
  delete from app.saved_reports r where r.tenant_id = tenant and r.id = v_old.id;
  perform app.journal_report('report.deleted', v_old, null);
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.saved_report_delete is 'Delete a saved report';
