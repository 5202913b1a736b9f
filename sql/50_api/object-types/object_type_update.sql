create or replace function api.object_type_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.object_types := app.object_type_own(tenant, args->>'object_type_id');
  v_new app.object_types;
  v_now timestamptz;
  v_before json := app.object_type_json(v_old);
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if (not args ? 'ai_index' or app.ai_index_is(v_old, args->'ai_index'))
    and coalesce(args->>'name', v_old.name) = v_old.name
    and (not args ? 'display_name' or args->>'display_name' is not distinct from v_old.display_name)
    and coalesce((args->>'strict')::boolean, v_old.is_strict) = v_old.is_strict
    and coalesce(args->>'user_access', v_old.user_access) = v_old.user_access then
    return v_before;
  end if;
  begin
    v_now := clock_timestamp();
    update app.object_types t set name = coalesce(args->>'name', t.name),
      display_name =
        case when args ? 'display_name' then args->>'display_name' else t.display_name end,
      is_strict = coalesce((args->>'strict')::boolean, t.is_strict),
      user_access = coalesce(args->>'user_access', t.user_access), updated_at = v_now
    where t.tenant_id = tenant and t.id = v_old.id returning * into v_new;
  exception when unique_violation then
    perform app.taken('name', args->>'name', 'object type');
  end;
  if v_new.user_access <> v_old.user_access then
    v_new := app.policies_refresh(tenant, v_new.id);
  end if;
  v_new := app.ai_index_change(v_new, args);
  v_done := app.journal_write(tenant, 'object_type.updated', 'object_type', v_new.id,
    app.object_type_json(v_new), v_before, p_object_type_id => v_new.id);
  return app.object_type_json(v_new);
end $$;
comment on function api.object_type_update is 'Rename an object type or change its settings';
