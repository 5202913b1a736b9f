create or replace function api.object_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_hold(tenant, args->>'object_type_id');
  v_object app.objects := app.object_lock(v_type, args);
  v_properties jsonb :=
    app.properties_normalize(v_type, args->'properties', v_object.properties, 'properties');
  v_saved app.objects[] := app.objects_save(v_type, 'update', array[v_object], array[v_properties]);
begin
  return app.object_answer(v_saved[1]);
end $$;
comment on function api.object_update is 'Change an object';
