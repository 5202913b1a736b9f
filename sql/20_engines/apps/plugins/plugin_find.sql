create or replace function app.plugin_find(p_tenant text, p_id text)
returns app.plugins
language plpgsql stable as $$
declare v_plugin app.plugins;
begin
  select * into v_plugin from app.plugins p where p.tenant_id = p_tenant and p.id = p_id;
  if v_plugin.id is null then perform app.not_found('plugin', p_id); end if;
  return v_plugin;
end $$;
comment on function app.plugin_find is 'A plugin by its id; 404 when there is none';
