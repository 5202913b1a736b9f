create or replace function app.user_permissions(p_user app.users)
returns text[]
language plpgsql stable as $$
declare v_permissions text[];
begin
  select app.system_permissions(p_user.role) || coalesce(array_agg(distinct x.permission), '{}')
  into v_permissions
  from (
    select unnest(r.inherited_permissions) from app.roles r
    where r.tenant_id = p_user.tenant_id and r.name = p_user.role
    union all
    select unnest(r.inherited_permissions)
    from app.role_members m cross join lateral (
      select r.inherited_permissions from app.roles r
      where r.tenant_id = p_user.tenant_id and r.id = m.role_id offset 0) r
    where m.tenant_id = p_user.tenant_id and m.user_id = p_user.id) x(permission);
  return v_permissions;
end $$;
comment on function app.user_permissions is
  'Returns the permissions of any user''s roles, for callers who manage users; those of the '
  'caller are in app.principal()';
