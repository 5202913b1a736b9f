create or replace function app.plugin_merge(p_plugin app.plugins, args jsonb)
returns app.plugins
language plpgsql stable as $$
declare v_made jsonb := args->'made';
begin
  p_plugin.name := coalesce(args->>'name', p_plugin.name);
  p_plugin.slug := coalesce(p_plugin.slug, v_made->>'slug');
  p_plugin.version := coalesce(v_made->>'version', p_plugin.version);
  p_plugin.manifest_json := coalesce(v_made->'manifest', p_plugin.manifest_json);
  p_plugin.config_json := coalesce(v_made->'config', p_plugin.config_json, '{}');
  p_plugin.secrets := coalesce(v_made->'secrets', p_plugin.secrets, '{}');
  if v_made ? 'manifest' then
    p_plugin.permissions := array(
      select distinct p from jsonb_array_elements_text(v_made->'manifest'->'permissions') p order by p);
  end if;
  p_plugin.status := coalesce(v_made->>'status', p_plugin.status);
  return p_plugin;
end $$;
comment on function app.plugin_merge is 'A plugin with what a request and its handler set; not stored yet';
