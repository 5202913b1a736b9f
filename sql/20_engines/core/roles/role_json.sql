create or replace function app.role_json(p_role app.roles)
returns json
language plpgsql stable as $$
declare
  v_tenant text := p_role.tenant_id;
  v_id text := p_role.id;
  -- In the collation of users.role: in that of roles.name no index would be found.
  v_name text := p_role.name;
begin
  return json_build_object('id', v_id, 'name', v_name,
    'description', p_role.description, 'parent_role_id', p_role.parent_role_id,
    'permissions', p_role.permissions, 'is_system', false, 'user_count', (
      select count(*) from app.role_members m
      where m.tenant_id = v_tenant and m.role_id = v_id) + (
      select count(*) from app.users u
      where u.tenant_id = v_tenant and u.role = v_name),
    'created_at', p_role.created_at, 'updated_at', p_role.updated_at);
end $$;
comment on function app.role_json is
  'A role as the API shows it; user_count are those who have it as their base role or beside it';
