create or replace function api.report_answer(tenant text, args jsonb)
returns json
language plpgsql stable as $$
begin
  perform app.question_check(tenant, args->>'type', args->'config_json');
  perform app.question_settings_check(args->>'type', args->'config_json');
  return app.report_answer(tenant, args->>'type', args->'config_json');
end $$;
comment on function api.report_answer is 'For report.run: the answer, which it keeps then';
