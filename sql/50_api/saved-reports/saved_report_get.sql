create or replace function api.saved_report_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.report_json(app.report_find(tenant, args->>'report_id'))
$$;
comment on function api.saved_report_get is 'Get a saved report';
