create or replace function api.object_batch_restore(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_hold(tenant, args->>'object_type_id');
  v_objects app.objects[] := app.objects_lock(
    v_type, array(select jsonb_array_elements_text(args->'object_ids')), true);
begin
  if cardinality(v_objects) > 0 then
    perform app.objects_save(
      v_type, 'restore', v_objects, array(select o.properties from unnest(v_objects) o));
  end if;
  return json_build_object('restored', array(select o.id from unnest(v_objects) o),
    'count', cardinality(v_objects));
end $$;
comment on function api.object_batch_restore is 'Restore up to 100 objects from the trash';
