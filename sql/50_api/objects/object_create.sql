create or replace function api.object_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_hold(tenant, args->>'object_type_id');
  v_properties jsonb :=
    app.properties_normalize(v_type, coalesce(args->'properties', '{}'), null, 'properties');
  v_created app.objects[] := app.objects_create(v_type, array[v_properties]);
begin
  return app.object_answer(v_created[1]);
end $$;
comment on function api.object_create is 'Create an object';
