create or replace function api.data_import_plan(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_type app.object_types;
begin
  if not args ? 'object_type_id' then return '{}'; end if;
  v_type := app.object_type_find(tenant, args->>'object_type_id');
  return json_build_object('name', v_type.name, 'properties', (
    select coalesce(json_agg(json_build_object('name', p.name, 'data_type', p.data_type,
      'is_required', p.is_required) order by p.id), '[]')
    from app.properties p where p.tenant_id = tenant and p.object_type_id = v_type.id));
end $$;
comment on function api.data_import_plan is
  'Returns the facts that the doorway needs before it reads a file to import: the properties of '
  'the type';
