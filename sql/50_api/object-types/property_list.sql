create or replace function api.property_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_type app.object_types := app.object_type_find(tenant, args->>'object_type_id');
begin
  return (
    select app.listed(json_agg(app.property_json(row(p.*)::app.properties) order by p.id desc),
      count(*))
    from app.properties p where p.tenant_id = tenant and p.object_type_id = v_type.id);
end $$;
comment on function api.property_list is 'List the properties of an object type';
