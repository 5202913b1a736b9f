create or replace function api.object_batch_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_is_permanent boolean := args @> '{"permanent":true}';
  v_ids text[] := array(select jsonb_array_elements_text(args->'object_ids'));
  v_type app.object_types :=
    app.object_type_hold_deep(tenant, args->>'object_type_id', v_ids);
  v_objects app.objects[] :=
    app.objects_lock(v_type, v_ids, case when not v_is_permanent then false end);
begin
  if cardinality(v_objects) > 0 then
    if v_is_permanent then
      perform app.objects_purge(v_type, v_objects);
    else
      perform app.objects_save(
        v_type, 'delete', v_objects, array(select o.properties from unnest(v_objects) o));
    end if;
  end if;
  return json_build_object('deleted', array(select o.id from unnest(v_objects) o),
    'count', cardinality(v_objects));
end $$;
comment on function api.object_batch_delete is
  'Move up to 100 objects to the trash, or remove them for good';
