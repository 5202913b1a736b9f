create or replace function api.report_answer(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.report_answer(tenant, args->>'type', args->'config_json')
$$;
comment on function api.report_answer is 'For report.run: the answer, which it keeps then';
