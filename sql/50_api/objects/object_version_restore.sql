create or replace function api.object_version_restore(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_hold(tenant, args->>'object_type_id');
  v_object app.objects := app.object_lock(v_type, args);
  v_version app.object_versions;
  v_properties jsonb;
  v_saved app.objects[];
begin
  select * into v_version from app.object_versions v
  where v.tenant_id = tenant and v.object_type_id = v_type.id and v.object_id = v_object.id
    and v.version = (args->>'version_number')::integer;
  if not found or not app.policy_shows(v_type, app.object_as(v_object, v_version)) then
    perform app.not_found('version', args->>'version_number');
  end if;
  v_properties := app.properties_normalize(
    app.without_defaults(v_type), v_version.properties, null, 'properties');
  v_saved := app.objects_save(v_type, 'update', array[v_object], array[v_properties]);
  return app.object_answer(v_saved[1]);
end $$;
comment on function api.object_version_restore is 'Restore an earlier version of an object';
