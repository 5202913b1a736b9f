create or replace function api.saved_report_export(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_report app.saved_reports := app.report_find(tenant, args->>'report_id');
begin
  return json_build_object('name', v_report.name, 'type', v_report.type,
    'question', v_report.config_json, 'answer', app.report_answer(tenant, v_report.type, v_report.config_json));
end $$;
comment on function api.saved_report_export is
  'Runs a saved report and returns the result for a file';
