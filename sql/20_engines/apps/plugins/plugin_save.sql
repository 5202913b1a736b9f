create or replace function app.plugin_save(p_plugin app.plugins)
returns void
language plpgsql volatile as $$
begin
  insert into app.plugins (tenant_id, id, slug, name, version, manifest_json, permissions,
    config_json, secrets, status, installed_by, installed_at, updated_at)
  values (p_plugin.tenant_id, p_plugin.id, p_plugin.slug, p_plugin.name, p_plugin.version,
    p_plugin.manifest_json, p_plugin.permissions, p_plugin.config_json, p_plugin.secrets,
    p_plugin.status, p_plugin.installed_by, p_plugin.installed_at, p_plugin.updated_at)
  on conflict (tenant_id, id) do update set name = excluded.name, version = excluded.version,
    manifest_json = excluded.manifest_json, permissions = excluded.permissions,
    config_json = excluded.config_json, secrets = excluded.secrets, status = excluded.status,
    updated_at = excluded.updated_at;
exception when unique_violation then
  perform app.taken('name', p_plugin.slug, 'plugin');
end $$;
comment on function app.plugin_save is 'Stores a plugin that is new or changed; 409 when its manifest is installed already';
