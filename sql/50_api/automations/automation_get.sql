create or replace function api.automation_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.automation_json(app.automation_find(tenant, args->>'automation_id'))
$$;
comment on function api.automation_get is 'Get an automation';
