create or replace function api.object_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_hold_deep(
    tenant, args->>'object_type_id', array[args->>'object_id']);
  v_is_forced boolean := args @> '{"force":true}';
  v_object app.objects := app.object_lock(v_type, args, case when not v_is_forced then false end);
  v_is_linked boolean := app.objects_linked(v_type, array[v_object.id]);
  v_dependencies jsonb := app.object_dependencies(v_type, v_object, v_is_forced, v_is_linked);
  v_refusal json;
  v_done text;
  v_saved app.objects[];
begin
  if v_is_forced or v_dependencies <> '[]' then
    v_refusal := app.confirm(tenant, 'object', v_object.id, v_dependencies, args->>'confirm_token',
      app.object_dependencies(v_type, v_object, not v_is_forced, v_is_linked));
    if v_refusal is not null then return v_refusal; end if;
  end if;
  -- Assigned, because PERFORM runs a statement of its own around each.
  if v_is_forced then
    v_done := app.objects_purge(v_type, array[v_object], v_is_linked);
  else
    v_saved := app.objects_save(
      v_type, 'delete', array[v_object], array[v_object.properties], v_is_linked);
  end if;
  return json_build_object('id', v_object.id, 'deleted', true);
end $$;
comment on function api.object_delete is 'Delete an object';
