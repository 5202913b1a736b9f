create or replace function app.system_roles(p_tenant text)
returns setof json
language sql stable as $$
  select json_build_object('id', 'role_' || s.name, 'name', s.name,
    'description', s.description, 'parent_role_id', null,
    'permissions', app.system_permissions(s.name), 'is_system', true, 'user_count', (
      select count(*) from app.users u where u.tenant_id = p_tenant and u.role = s.name),
    'created_at', t.created_at, 'updated_at', t.created_at)
  from app.tenants t cross join (values
    (1, 'owner', 'Has every permission; can appoint other owners'),
    (2, 'admin', 'Has every permission'),
    (3, 'user', 'Works with data as far as policies allow; the role of a new user'),
    (4, 'anonymous', 'Works with data as far as policies allow; has no account yet'))
    s(place, name, description)
  where t.tenant_id = p_tenant
  order by s.place
$$;
comment on function app.system_roles is
  'Returns the fixed base roles as the API shows them. They have no rows: every tenant has the '
  'same';
