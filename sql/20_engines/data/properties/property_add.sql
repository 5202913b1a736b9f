create or replace function app.property_add(p_tenant text, p_object_type_id text, args jsonb)
returns app.properties
language plpgsql volatile as $$
declare
  v_values text[] := case when args->>'data_type' = 'enum'
    then array(select jsonb_array_elements_text(args->'enum_values')) end;
  v_property app.properties;
begin
  insert into app.properties (tenant_id, object_type_id, id, name, data_type, is_indexed,
    is_sortable, is_unique, is_required, default_value, enum_values, description)
  values (p_tenant, p_object_type_id, app.id_of_new('prop'), args->>'name', args->>'data_type',
    coalesce((args->>'is_indexed')::boolean, false),
    coalesce((args->>'is_sortable')::boolean, false),
    coalesce((args->>'is_unique')::boolean, false),
    coalesce((args->>'is_required')::boolean, false),
    args->'default_value', v_values, args->>'description')
  on conflict do nothing returning * into v_property;
  if v_property.id is null then perform app.taken('name', args->>'name', 'property'); end if;
  perform app.default_check(v_property);
  return v_property;
end $$;
comment on function app.property_add is
  'Writes a new property, which the caller then indexes (app.index_start) and journals; 409 when its name is taken';
