create or replace function api.invariant_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_find(tenant, args->>'object_type_id', 'object_type_id');
  v_new app.invariants;
  v_total record;
begin
  v_new.tenant_id := tenant;
  v_new.object_type_id := v_type.id;
  v_new.name := args->>'name';
  v_new.condition := nullif(args->'when', 'null');
  v_new.rule := args->'rule';
  v_new.message := args->>'message';
  v_new.status := coalesce(args->>'status', 'active');
  v_new.created_by := app.principal()->>'user_id';
  v_type := app.invariant_own(tenant, v_type, v_new.condition, v_new.rule);
  select count(*) as whole, count(*) filter (where i.object_type_id = v_type.id) as type into v_total
  from app.invariants i where i.tenant_id = tenant;
  if v_total.type >= 20 or v_total.whole >= 100 then
    perform app.fail(409, 'INVALID_STATE', 'An object type can have at most 20 invariants, and a tenant 100. Delete one first, or combine several '
      'with all.', '{"max": 20, "max_of_tenant": 100}');
  end if;
  v_new.id := app.id_of_new('inv');
  return app.invariant_json(app.invariant_save(tenant, v_new));
end $$;
comment on function api.invariant_create is 'Create an invariant';
