create or replace function api.property_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_own(tenant, args->>'object_type_id');
  v_old app.properties := app.property_find(v_type, args->>'property_id');
  v_new app.properties;
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  perform app.property_immutable_check(v_old, args);
  if args ? 'enum_values' then perform app.enum_check(v_type, v_old, args->'enum_values'); end if;
  v_new := v_old;
  v_new.is_indexed := coalesce((args->>'is_indexed')::boolean, v_old.is_indexed);
  v_new.is_sortable := coalesce((args->>'is_sortable')::boolean, v_old.is_sortable);
  v_new.is_unique := coalesce((args->>'is_unique')::boolean, v_old.is_unique);
  v_new.is_required := coalesce((args->>'is_required')::boolean, v_old.is_required);
  if args ? 'default_value' then
    v_new.default_value := nullif(args->'default_value', 'null');
  end if;
  if args ? 'description' then v_new.description := args->>'description'; end if;
  if args ? 'enum_values' then
    v_new.enum_values := array(select jsonb_array_elements_text(args->'enum_values'));
  end if;
  -- An index that failed is built again.
  if v_new = v_old and v_old.index_status <> 'failed' then return app.property_json(v_old); end if;
  if v_old.index_status = 'ready'
    and (not app.index_wanted(v_new) or v_new.is_unique <> v_old.is_unique) then
    perform app.invariants_index_check(v_type, v_old);
  end if;
  v_now := clock_timestamp();
  update app.properties p set is_indexed = v_new.is_indexed, is_sortable = v_new.is_sortable,
    is_unique = v_new.is_unique, is_required = v_new.is_required,
    default_value = v_new.default_value, description = v_new.description,
    enum_values = v_new.enum_values, updated_at = v_now
  where p.tenant_id = tenant and p.id = v_old.id returning * into v_new;
  perform app.default_check(v_new);

  if app.index_wanted(v_new) <> app.index_wanted(v_old) or v_new.is_unique <> v_old.is_unique
    or (v_old.index_status = 'failed' and app.index_wanted(v_new)) then
    v_new := app.index_start(v_type, v_new);
  else
    perform app.object_type_refresh(tenant, v_type.id);
  end if;
  v_done := app.journal_write(tenant, 'property.updated', 'property', v_new.id,
    app.property_json(v_new), app.property_json(v_old), p_object_type_id => v_type.id,
    p_pending => v_new.index_status = 'building');
  return app.property_json(v_new);
end $$;
comment on function api.property_update is 'Change a property';
