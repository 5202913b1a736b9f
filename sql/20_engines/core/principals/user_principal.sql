create or replace function auth.user_principal(
  p_user app.users, p_roles text[], p_permissions text[])
returns jsonb
language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object('type', 'user', 'id', p_user.id,
    'user_id', p_user.id, 'email', p_user.email, 'tenant_id', p_user.tenant_id,
    'role', p_user.role, 'roles', p_roles, 'permissions', p_permissions,
    'scopes', app.permission_scopes(p_permissions), 'metadata', p_user.user_metadata,
    'is_anonymous', nullif(p_user.is_anonymous, false), 'type_limited', nullif(
      app.permissions_name_types(p_permissions), false)))
$$;
comment on function auth.user_principal is
  'A user as app.principal() shows who calls; what is unknown is left out';
