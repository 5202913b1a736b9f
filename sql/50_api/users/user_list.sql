create or replace function api.user_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_limit integer := args->>'limit';
  v_offset integer := args->>'offset';
  v_role text := args->>'role';
  v_search text :=
    '%' || replace(replace(replace(args->>'search', '\', '\\'), '%', '\%'), '_', '\_') || '%';
  v_members text[] := array(
    select m.user_id
    from app.roles r cross join lateral (
      select m.user_id from app.role_members m
      where m.tenant_id = tenant and m.role_id = r.id offset 0) m
    where r.tenant_id = tenant and r.name = v_role);
begin
  return (
    with found as materialized (
      select u.id from app.users u
      where u.tenant_id = tenant
        and (v_role is null or u.role = v_role or u.id = any (v_members))
        and (v_search is null or u.email ilike v_search or u.phone like v_search
          or u.user_metadata->>'name' ilike v_search or u.id = args->>'search')),
    page as (select f.id from found f order by f.id desc limit v_limit offset v_offset)
    select json_build_object('users', coalesce((
        select json_agg(u.shown order by p.id desc)
        from page p cross join lateral (
          select app.user_admin_json(u) as shown from app.users u
          where u.tenant_id = tenant and u.id = p.id offset 0) u), '[]'),
      'total', (select count(*) from found)));
end $$;
comment on function api.user_list is 'List users, newest first';
