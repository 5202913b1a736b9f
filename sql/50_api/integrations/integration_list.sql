create or replace function api.integration_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.listed(json_agg(app.integration_json(row(i.*)::app.integrations) order by i.id desc), count(*))
  from app.integrations i where i.tenant_id = tenant
$$;
comment on function api.integration_list is 'List integrations, newest first';
