create or replace function api.property_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_own(tenant, args->>'object_type_id');
  v_property app.properties := app.property_add(tenant, v_type.id, args);
  v_done text;
begin
  v_property := app.index_start(v_type, v_property);
  v_done := app.journal_write(tenant, 'property.created', 'property', v_property.id,
    app.property_json(v_property), p_object_type_id => v_type.id,
    p_pending => v_property.index_status = 'building');
  return app.property_json(v_property);
end $$;
comment on function api.property_create is 'Create a property';
