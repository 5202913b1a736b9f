create or replace function auth.user_roles(
  p_user app.users, out roles text[], out permissions text[])
language plpgsql stable as $$
begin
  select array_agg(distinct x.role) filter (where x.role is not null),
    coalesce(array_agg(distinct x.permission) filter (where x.permission is not null), '{}')
  into roles, permissions
  from (
    select p_user.role, null as permission
    union all select null, unnest(app.system_permissions(p_user.role))
    union all
    select unnest(r.inherited_names), unnest(r.inherited_permissions)
    from app.roles r where r.tenant_id = p_user.tenant_id and r.name = p_user.role
    union all
    select unnest(r.inherited_names), unnest(r.inherited_permissions)
    from app.role_members m cross join lateral (
      select r.inherited_names, r.inherited_permissions from app.roles r
      where r.tenant_id = p_user.tenant_id and r.id = m.role_id offset 0) r
    where m.tenant_id = p_user.tenant_id and m.user_id = p_user.id) x;
end $$;
comment on function auth.user_roles is
  'The names of a user''s roles, inherited ones included, and what they permit together. In PL/pgSQL, '
  'which hands each field of the user to the statement as a value of its own: a cluster finds the '
  'tenant''s node by one, and not by a field of a record';
