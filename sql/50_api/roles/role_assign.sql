create or replace function api.role_assign(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user app.users := app.user_find(tenant, args->>'user_id');
  v_role app.roles;
  v_member app.role_members;
  v_answer json;
  v_done text;
begin
  if app.system_permissions(substr(args->>'role_id', 6)) <> '{}' then
    perform app.fail(409, 'INVALID_STATE', 'owner, admin, user and anonymous are base roles. Set '
      'one with PATCH /v1/users/<id> {"role": …}.');
  end if;
  v_role := app.role_find(tenant, args->>'role_id');
  perform app.permissions_check(v_role.inherited_permissions);
  insert into app.role_members (tenant_id, user_id, role_id, assigned_by)
  values (tenant, v_user.id, v_role.id, app.actor())
  on conflict do nothing returning * into v_member;
  if not found then
    select * into v_member from app.role_members m
    where m.tenant_id = tenant and m.user_id = v_user.id and m.role_id = v_role.id;
  end if;
  v_answer := json_build_object('user_id', v_member.user_id, 'role_id', v_member.role_id,
    'assigned_at', v_member.assigned_at, 'assigned_by', v_member.assigned_by);
  v_done := app.journal_write(tenant, 'role.assigned', 'role', v_role.id, v_answer);
  return v_answer;
end $$;
comment on function api.role_assign is 'Assign a role to a user';
