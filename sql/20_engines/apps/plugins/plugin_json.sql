create or replace function app.plugin_json(p_plugin app.plugins)
returns json
language sql stable as $$
  select json_build_object('id', p_plugin.id, 'slug', p_plugin.slug, 'name', p_plugin.name,
    'version', p_plugin.version, 'description', p_plugin.manifest_json->'description',
    'permissions', p_plugin.permissions, 'config_json', p_plugin.config_json,
    'status', p_plugin.status, 'enabled', p_plugin.status = 'enabled',
    'installed_by', p_plugin.installed_by, 'installed_at', p_plugin.installed_at,
    'updated_at', p_plugin.updated_at)
$$;
comment on function app.plugin_json is
  'A plugin as lists and the journal show it: without its manifest, and with its secret settings masked';
