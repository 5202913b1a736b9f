create or replace function api.plugin_owned(tenant text, args jsonb)
returns json
language sql stable as $$
  select coalesce(json_agg(p.kind || '/' || p.resource_id), '[]')
  from app.plugin_parts p where p.tenant_id = tenant
$$;
comment on function api.plugin_owned is 'Returns the records made by plugins, as kind/id';
