create or replace function api.governance_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.governance_json(app.settings_find(tenant))::json
$$;
comment on function api.governance_get is 'Get the tenant’s rules';
