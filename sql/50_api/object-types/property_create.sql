create or replace function api.property_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_own(tenant, args->>'object_type_id');
  v_values text[] := case when args->>'data_type' = 'enum'
    then array(select jsonb_array_elements_text(args->'enum_values')) end;
  v_property app.properties;
begin
  insert into app.properties (tenant_id, object_type_id, id, name, data_type, is_indexed,
    is_sortable, is_unique, is_required, default_value, enum_values, description)
  values (tenant, v_type.id, app.new_id('prop'), args->>'name', args->>'data_type',
    coalesce((args->>'is_indexed')::boolean, false),
    coalesce((args->>'is_sortable')::boolean, false),
    coalesce((args->>'is_unique')::boolean, false),
    coalesce((args->>'is_required')::boolean, false),
    args->'default_value', v_values, args->>'description')
  on conflict do nothing returning * into v_property;
  if v_property.id is null then perform app.taken('name', args->>'name', 'property'); end if;
  perform app.default_check(v_property);
  v_property := app.index_start(v_type, v_property);
  perform app.journal_write(tenant, 'property.created', 'property', v_property.id,
    app.property_json(v_property), p_object_type_id => v_type.id,
    p_pending => v_property.index_status = 'building');
  return app.property_json(v_property);
end $$;
comment on function api.property_create is 'Create a property';
