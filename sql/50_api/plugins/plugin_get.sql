create or replace function api.plugin_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.plugin_whole_json(app.plugin_find(tenant, args->>'plugin_id'))
$$;
comment on function api.plugin_get is 'Get a plugin with its manifest and its parts';
