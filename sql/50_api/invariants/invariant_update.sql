create or replace function api.invariant_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.invariants := app.invariant_find(tenant, args->>'invariant_id');
  v_new app.invariants := v_old;
  v_type app.object_types := app.object_type_find(tenant, v_old.object_type_id);
  v_done text;
begin
  v_new.name := coalesce(args->>'name', v_old.name);
  if args ? 'when' then v_new.condition := nullif(args->'when', 'null'); end if;
  v_new.rule := coalesce(args->'rule', v_old.rule);
  if args ? 'message' then v_new.message := args->>'message'; end if;
  v_type := app.invariant_own(tenant, v_type, v_new.condition, v_new.rule, v_old.type_ids);
  -- Read again, now that no other change crosses.
  if app.invariant_find(tenant, v_old.id) <> v_old then
    raise exception using errcode = 'serialization_failure', message = 'the rule has changed meanwhile';
  end if;
  v_done := app.unchanged_check(v_old.updated_at, args);
  v_new.status := case when args->>'status' = 'draft' then 'draft'
    when args->>'status' = 'active' and v_old.status <> 'checking' then 'active'
    when v_old.status = 'failed' and (v_new.rule <> v_old.rule or v_new.condition is distinct from v_old.condition) then 'active'
    else v_old.status end;
  if v_new = v_old then return app.invariant_json(v_old); end if;
  return app.invariant_json(app.invariant_save(tenant, v_new, v_old));
end $$;
comment on function api.invariant_update is 'Change an invariant';
