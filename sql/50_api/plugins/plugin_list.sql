create or replace function api.plugin_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.listed(json_agg(app.plugin_json(row(p.*)::app.plugins) order by p.id desc), count(*))
  from app.plugins p where p.tenant_id = tenant
$$;
comment on function api.plugin_list is 'List plugins, newest first';
