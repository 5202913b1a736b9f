create or replace function app.report_merge(p_report app.saved_reports, args jsonb)
returns app.saved_reports
language plpgsql stable as $$
begin
  p_report.name := coalesce(args->>'name', p_report.name);
  if args ? 'description' then p_report.description := args->>'description'; end if;
  if args ?| '{type,config_json}' then
    p_report.type := coalesce(args->>'type', p_report.type);
    p_report.config_json := coalesce(args->'config_json', p_report.config_json, '{}');
    p_report.config_json := app.question_check(p_report.tenant_id, p_report.type, p_report.config_json);
    perform app.question_settings_check(p_report.type, p_report.config_json);
    p_report.authors := app.authors_set(p_report.authors, 'question');
  end if;
  return p_report;
end $$;
comment on function app.report_merge is 'A saved report with what a request sets; its question is checked';
