create or replace function api.branding_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.branding_json(app.settings_find(tenant))::json
$$;
comment on function api.branding_get is 'Get the branding';
