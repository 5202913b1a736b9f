create or replace function app.report_json(p_report app.saved_reports)
returns json
language sql stable as $$
  select json_build_object('id', p_report.id, 'name', p_report.name, 'description', p_report.description,
    'type', p_report.type, 'config_json', p_report.config_json, 'last_run_at', p_report.last_run_at,
    'last_status', p_report.last_status, 'created_by', p_report.created_by,
    'created_at', p_report.created_at, 'updated_at', p_report.updated_at)
$$;
comment on function app.report_json is 'A saved report as the API shows it';
