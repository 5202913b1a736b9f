create or replace function api.association_type_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.listed(json_agg(app.association_type_json(row(t.*)::app.association_types)
    order by t.id desc), count(*))
  from app.association_types t where t.tenant_id = tenant
$$;
comment on function api.association_type_list is 'List association types';
