create or replace function api.role_unassign(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_role app.roles := app.role_find(tenant, args->>'role_id');
  v_member app.role_members;
  v_done text;
begin
  perform app.permissions_check(v_role.inherited_permissions);
  delete from app.role_members m
  where m.tenant_id = tenant and m.role_id = v_role.id and m.user_id = args->>'user_id'
  returning * into v_member;
  if v_member.user_id is null then perform app.not_found('user', args->>'user_id'); end if;
  v_done := app.journal_write(tenant, 'role.unassigned', 'role', v_role.id, null,
    json_build_object('user_id', v_member.user_id, 'role_id', v_member.role_id));
  return json_build_object(
    'removed', true, 'user_id', v_member.user_id, 'role_id', v_member.role_id);
end $$;
comment on function api.role_unassign is 'Remove a role from a user';
