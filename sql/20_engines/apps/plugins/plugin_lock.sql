create or replace function app.plugin_lock(p_tenant text, p_id text, args jsonb)
returns app.plugins
language plpgsql volatile as $$
declare
  v_plugin app.plugins;
  v_done text;
begin
  perform from app.plugins p where p.tenant_id = p_tenant and p.id = p_id for no key update;
  v_plugin := app.plugin_find(p_tenant, p_id);
  v_done := app.unchanged_check(v_plugin.updated_at, args);
  if v_plugin.updated_at is distinct from (args->'made'->>'basis')::timestamptz then
    perform app.fail(409, 'CONFLICT', 'Another caller changed this plugin at the same time. Repeat the request.');
  end if;
  return v_plugin;
end $$;
comment on function app.plugin_lock is
  'app.plugin_find for a change that was made of what a handler has read; 409 when that is no longer so';
