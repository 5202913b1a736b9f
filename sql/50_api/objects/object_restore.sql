create or replace function api.object_restore(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_hold(tenant, args->>'object_type_id');
  v_object app.objects := app.object_lock(v_type, args, true);
  v_saved app.objects[] := app.objects_save(v_type, 'restore', array[v_object], array[v_object.properties]);
begin
  return app.object_answer(v_saved[1]);
end $$;
comment on function api.object_restore is 'Bring an object back from the trash';
