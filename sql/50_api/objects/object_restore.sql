create or replace function api.object_restore(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_hold(tenant, args->>'object_type_id');
  v_object app.objects := app.object_lock(v_type, args, null);
  v_saved app.objects[];
begin
  if not v_object.is_deleted then
    perform app.fail(409, 'INVALID_STATE',
      'This object is not in the trash, so there is nothing to restore.');
  end if;
  v_saved := app.objects_save(v_type, 'restore', array[v_object], array[v_object.properties]);
  return app.object_answer(v_saved[1]);
end $$;
comment on function api.object_restore is 'Restore an object from the trash';
