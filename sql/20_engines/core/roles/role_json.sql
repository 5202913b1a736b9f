create or replace function app.role_json(p_role app.roles)
returns json
language sql stable as $$
  select json_build_object('id', p_role.id, 'name', p_role.name,
    'description', p_role.description, 'parent_role_id', p_role.parent_role_id,
    'permissions', p_role.permissions, 'is_system', false, 'user_count', (
      select count(*) from app.role_members m
      where m.tenant_id = p_role.tenant_id and m.role_id = p_role.id) + (
      select count(*) from app.users u
      where u.tenant_id = p_role.tenant_id and u.role = p_role.name),
    'created_at', p_role.created_at, 'updated_at', p_role.updated_at)
$$;
comment on function app.role_json is
  'A role as the API shows it; user_count are those who have it as their base role or beside it';
