create or replace function app.form_object_put(p_form app.forms, p_values jsonb)
returns text
language plpgsql volatile as $$
declare
  v_type app.object_types;
  v_properties jsonb;
  v_names text[] := array[p_form.settings->>'dedupe_on'];
  v_keys jsonb[];
  v_matches text[];
  v_objects app.objects[];
begin
  perform app.act_check('write', 'objects:write');
  v_type := app.object_type_hold(p_form.tenant_id, p_form.object_type_id);
  -- Without properties that were deleted since.
  select coalesce(json_object_agg(f->>'property', p_values->(f->>'name'))::jsonb, '{}') into v_properties
  from jsonb_array_elements(p_form.fields) f
  where p_values ? (f->>'name') and v_type.definition ? (f->>'property');
  if v_names[1] is null or not v_properties ? v_names[1] then
    v_objects := app.objects_create(v_type, array[
      app.properties_normalize(v_type, v_properties, null, 'properties')]);
    return v_objects[1].id;
  end if;
  v_keys := app.match_keys(v_type, v_names, array[v_properties]);
  v_matches := app.objects_match(v_type, v_names, v_keys);
  v_objects := app.objects_lock(v_type, array_remove(v_matches, null), false);
  perform app.match_still(v_matches, v_keys, v_objects);
  if cardinality(v_objects) > 0 then
    v_objects := app.objects_save(v_type, 'update', v_objects, array[app.properties_normalize(
      v_type, v_properties, v_objects[1].properties, 'properties')]);
  else
    v_objects := app.objects_create_matched(v_type, v_names, array[
      app.properties_normalize(v_type, v_properties, null, 'properties')]);
  end if;
  return v_objects[1].id;
end $$;
comment on function app.form_object_put is
  'Creates the object of a submission as the present principal, or where dedupe_on finds one changes that: only the '
  'properties that the form fills in, and only those that were sent. Returns its id';
