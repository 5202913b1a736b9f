create or replace function api.role_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.roles := app.role_change(tenant, args->>'role_id');
  v_before json := app.role_json(v_old);
  v_name text := coalesce(args->>'name', v_old.name);
  v_new app.roles := v_old;
  v_answer json;
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  perform app.permissions_check(v_old.inherited_permissions);
  perform app.role_name_check(tenant, v_name, v_old.id);
  if args->>'parent_role_id' is not null then
    perform app.role_parent_check(app.role_find(tenant, args->>'parent_role_id'));
  end if;
  v_new.name := v_name;
  if args ? 'description' then v_new.description := args->>'description'; end if;
  if args ? 'parent_role_id' then v_new.parent_role_id := args->>'parent_role_id'; end if;
  if v_new = v_old then return v_before; end if;
  v_now := clock_timestamp();
  update app.roles r set name = v_new.name, updated_at = greatest(v_now, r.updated_at),
    description = v_new.description, parent_role_id = v_new.parent_role_id
  where r.tenant_id = tenant and r.id = v_old.id;
  if v_name <> v_old.name then
    perform app.role_rename(tenant, v_old.name, v_name);
  end if;
  perform app.roles_refresh(tenant);
  v_answer := app.role_json(app.role_find(tenant, v_old.id));
  v_done := app.journal_write(tenant, 'role.updated', 'role', v_old.id, v_answer, v_before);
  return v_answer;
end $$;
comment on function api.role_update is 'Change a role’s name, description or parent';
