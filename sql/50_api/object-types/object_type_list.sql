create or replace function api.object_type_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.listed(json_agg(case when args ? 'include'
      then (app.object_type_json(row(t.*)::app.object_types)::jsonb
        || app.object_type_parts(row(t.*)::app.object_types, args->'include'))::json
      else app.object_type_json(row(t.*)::app.object_types) end order by t.id desc),
    count(*))
  from app.object_types t where t.tenant_id = tenant
$$;
comment on function api.object_type_list is 'List object types';
