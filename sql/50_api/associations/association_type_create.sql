create or replace function api.association_type_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_rule app.association_types;
  v_done text;
begin
  perform app.association_types_own(tenant);
  v_rule.tenant_id := tenant;
  v_rule.id := app.id_of_new('asct');
  v_rule.name := args->>'name';
  v_rule.created_at := clock_timestamp();
  v_rule.updated_at := v_rule.created_at;
  v_rule.created_by := app.principal()->>'user_id';
  v_rule := app.association_type_merge(v_rule, args);
  perform app.association_type_check(v_rule);
  insert into app.association_types (tenant_id, id, name, from_type_id, to_type_id, inverse_name,
    cardinality, max, on_delete, created_at, updated_at, created_by)
  values (tenant, v_rule.id, v_rule.name, v_rule.from_type_id, v_rule.to_type_id,
    v_rule.inverse_name, v_rule.cardinality, v_rule.max, v_rule.on_delete, v_rule.created_at,
    v_rule.updated_at, v_rule.created_by)
  on conflict do nothing;  -- a tenant without object types has nothing that could be held
  if not found then perform app.taken('name', v_rule.name, 'association type'); end if;
  perform app.association_types_spread(tenant);
  v_done := app.journal_write(tenant, 'association_type.created', 'association_type', v_rule.id,
    app.association_type_json(v_rule));
  return app.association_type_json(v_rule);
end $$;
comment on function api.association_type_create is 'Create an association type';
