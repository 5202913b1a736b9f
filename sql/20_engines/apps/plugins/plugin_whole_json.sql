create or replace function app.plugin_whole_json(p_plugin app.plugins)
returns json
language sql stable as $$
  select (app.plugin_json(p_plugin)::jsonb || jsonb_build_object(
    'manifest_json', case when 'policy' = any (app.events_hidden())
      then app.manifest_without_policies(p_plugin.manifest_json) else p_plugin.manifest_json end,
    'parts', (
      select coalesce(json_agg(jsonb_build_object('kind', p.kind, 'key', p.key,
        'id', p.resource_id) order by p.kind, p.key)::jsonb, '[]')
      from app.plugin_parts p
      where p.tenant_id = p_plugin.tenant_id and p.plugin_id = p_plugin.id)))::json
$$;
comment on function app.plugin_whole_json is 
  'A plugin as the API shows it by itself: with its manifest, of which the policies only to those who may read policies, '
  'and its parts';
