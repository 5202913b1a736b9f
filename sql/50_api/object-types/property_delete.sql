create or replace function api.property_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_own(tenant, args->>'object_type_id');
  v_property app.properties := app.property_find(v_type, args->>'property_id');
  v_dependencies jsonb := app.property_dependencies(v_property);
  v_refusal json;
  v_invariant app.invariants;
  v_done text;
begin
  v_done := app.unchanged_check(v_property.updated_at, args);
  if v_dependencies <> '[]' then
    v_refusal := app.confirm(tenant, 'property', v_property.id, v_dependencies, args->>'confirm_token');
    if v_refusal is not null then return v_refusal; end if;
  end if;
  foreach v_invariant in array app.invariants_naming(tenant, v_type.id, v_property.name) loop
    perform app.invariant_remove(v_invariant);
  end loop;
  delete from app.object_index x where x.tenant_id = tenant and x.property_id = v_property.id;
  delete from app.properties p where p.tenant_id = tenant and p.id = v_property.id;
  perform app.ai_index_drop_property(v_type, v_property.name);
  perform app.object_type_refresh(tenant, v_type.id);
  v_done := app.journal_write(tenant, 'property.deleted', 'property', v_property.id,
    null, app.property_json(v_property), p_object_type_id => v_type.id);
  return json_build_object('id', v_property.id, 'deleted', true);
end $$;
comment on function api.property_delete is 'Delete a property';
