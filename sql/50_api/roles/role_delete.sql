create or replace function api.role_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_role app.roles := app.role_change(tenant, args->>'role_id');
  v_before json := app.role_json(v_role);
  v_users bigint;
  v_done text;
begin
  v_done := app.unchanged_check(v_role.updated_at, args);
  perform app.permissions_check(v_role.inherited_permissions);
  select count(*) into v_users from app.users u
  where u.tenant_id = tenant and u.role = v_role.name;
  if v_users > 0 then
    perform app.fail(409, 'INVALID_STATE', format('%s users have %s as their base role. Give them '
      'a different role first: PATCH /v1/users/<id> {"role": "user"}.', v_users, v_role.name));
  end if;
  if exists (
    select 1 from app.policies p where p.tenant_id = tenant and p.role = v_role.name) then
    perform app.fail(409, 'INVALID_STATE', format('Policies refer to the role %s: without it, they '
      'would no longer deny anything. Delete or change these policies first.', v_role.name));
  end if;
  perform app.role_gone_check(tenant, v_role.name);
  if app.auth_config(tenant)->>'default_role' = v_role.name then
    perform app.fail(409, 'INVALID_STATE', format('New users get the role %s: it is the default_role '
      'of POST /v1/auth-config. Set a different one first.', v_role.name));
  end if;
  update app.roles r set parent_role_id = v_role.parent_role_id
  where r.tenant_id = tenant and r.parent_role_id = v_role.id;
  delete from app.roles r where r.tenant_id = tenant and r.id = v_role.id;
  perform app.roles_refresh(tenant);
  v_done := app.journal_write(tenant, 'role.deleted', 'role', v_role.id, null, v_before);
  return json_build_object('id', v_role.id, 'deleted', true);
end $$;
comment on function api.role_delete is 'Delete a role';
