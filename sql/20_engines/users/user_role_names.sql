create or replace function app.user_role_names(p_user app.users, out roles text[])
language sql stable as $$
  select array_agg(distinct x.role) from (
    select p_user.role
    union all
    select unnest(r.inherited_names) from app.roles r
    where r.tenant_id = p_user.tenant_id and r.name = p_user.role
    union all
    select unnest(r.inherited_names)
    from app.role_members m cross join lateral (
      select r.inherited_names from app.roles r
      where r.tenant_id = m.tenant_id and r.id = m.role_id offset 0) r
    where m.tenant_id = p_user.tenant_id and m.user_id = p_user.id) x(role)
$$;
comment on function app.user_role_names is
  'The names of a user''s roles, inherited ones included: what a token and an administrator see. '
  'What counts is auth.user_roles';
