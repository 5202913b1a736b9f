create or replace function api.association_type_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.association_types;
  v_new app.association_types;
  v_now timestamptz;
  v_done text;
begin
  perform app.association_types_own(tenant);
  v_old := app.association_type_find(tenant, args->>'association_type_id');
  v_done := app.unchanged_check(v_old.updated_at, args);
  if args->>'name' <> v_old.name then
    perform app.fail(400, 'IMMUTABLE_FIELD',
      'The name of an association type cannot be changed. Create another association '
      'type.', null, 'name');
  end if;
  v_new := app.association_type_merge(v_old, args);
  if v_new = v_old then return app.association_type_json(v_old); end if;
  perform app.association_type_check(v_new);
  v_now := clock_timestamp();
  update app.association_types t set from_type_id = v_new.from_type_id,
    to_type_id = v_new.to_type_id, inverse_name = v_new.inverse_name,
    cardinality = v_new.cardinality, max = v_new.max, on_delete = v_new.on_delete,
    updated_at = v_now
  where t.tenant_id = tenant and t.id = v_old.id returning * into v_new;
  if not found then
    perform app.not_found('association_type', args->>'association_type_id');
  end if;
  perform app.association_types_spread(tenant);
  v_done := app.journal_write(tenant, 'association_type.updated', 'association_type', v_new.id,
    app.association_type_json(v_new), app.association_type_json(v_old));
  return app.association_type_json(v_new);
end $$;
comment on function api.association_type_update is 'Change the rules of an association type';
