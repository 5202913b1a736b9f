create or replace function app.key_list(p_tenant text)
returns json
language sql stable as $$
  select app.listed(json_agg(app.key_json(row(k.*)::app.api_keys) order by k.id desc), count(*))
  from app.api_keys k where k.tenant_id = p_tenant
$$;
comment on function app.key_list is 'The keys of a tenant, newest first';
