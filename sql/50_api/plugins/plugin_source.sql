create or replace function api.plugin_source(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_plugin app.plugins := app.plugin_find(tenant, args->>'plugin_id');
begin
  return json_build_object('plugin', app.plugin_json(v_plugin),
    'manifest', v_plugin.manifest_json, 'secrets', v_plugin.secrets,
    'parts', (
      select coalesce(json_agg(json_build_object('kind', p.kind, 'key', p.key,
        'id', p.resource_id)), '[]')
      from app.plugin_parts p
      where p.tenant_id = tenant and p.plugin_id = v_plugin.id
        and app.plugin_part_lives(tenant, p.kind, p.resource_id)));
end $$;
comment on function api.plugin_source is
  'Returns the basis for planning a change of a plugin: as it is, its secrets sealed, and the '
  'parts that are still there';
