create or replace function api.dashboard_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.dashboard_json(app.dashboard_find(tenant, args->>'dashboard_id'))
$$;
comment on function api.dashboard_get is 'Get a dashboard with its widgets';
