create or replace function worker.report_answer(p_tenant text, p_principal jsonb, p_report_id text)
returns json
language plpgsql volatile as $$
declare v_report app.saved_reports;
begin
  perform worker.as_tenant(p_tenant, p_principal);
  perform app.act_check('read', 'objects:read');
  v_report := app.report_find(p_tenant, p_report_id);
  return app.report_answer(p_tenant, v_report.type, v_report.config_json);
end $$;
comment on function worker.report_answer is
  'Returns the result of a saved report for the principal of a scheduled job, as '
  'app.report_answer does: it may be SQL that is to be run';
