create or replace function api.property_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_own(tenant, args->>'object_type_id');
  v_old app.properties := app.property_find(v_type, args->>'property_id');
  v_new app.properties;
  v_now timestamptz;
begin
  perform app.unchanged_check(v_old.updated_at, args);
  perform app.property_immutable_check(v_old, args);
  if args ? 'enum_values' then perform app.enum_check(v_type, v_old, args->'enum_values'); end if;
  v_now := clock_timestamp();
  update app.properties p set
    is_indexed = coalesce((args->>'is_indexed')::boolean, p.is_indexed),
    is_sortable = coalesce((args->>'is_sortable')::boolean, p.is_sortable),
    is_unique = coalesce((args->>'is_unique')::boolean, p.is_unique),
    is_required = coalesce((args->>'is_required')::boolean, p.is_required),
    default_value = case when args ? 'default_value'
      then nullif(args->'default_value', 'null') else p.default_value end,
    description = case when args ? 'description' then args->>'description' else p.description end,
    enum_values = case when args ? 'enum_values'
      then array(select jsonb_array_elements_text(args->'enum_values')) else p.enum_values end,
    updated_at = v_now
  where p.tenant_id = tenant and p.id = v_old.id returning * into v_new;
  perform app.default_check(v_new);

  if app.index_wanted(v_new) <> app.index_wanted(v_old) or v_new.is_unique <> v_old.is_unique
    or (v_old.index_status = 'failed' and app.index_wanted(v_new)) then
    v_new := app.index_start(v_type, v_new);
  else
    perform app.object_type_refresh(tenant, v_type.id);
  end if;
  perform app.journal_write(tenant, 'property.updated', 'property', v_new.id,
    app.property_json(v_new), app.property_json(v_old), p_object_type_id => v_type.id,
    p_pending => v_new.index_status = 'building');
  return app.property_json(v_new);
end $$;
comment on function api.property_update is 'Change a property';
