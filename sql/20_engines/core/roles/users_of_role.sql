create or replace function app.users_of_role(p_tenant text, p_role text, p_limit integer)
returns text[]
language plpgsql stable as $$
declare
  v_names text[];
  v_ids text[];
begin
  select coalesce(array_agg(r.name), '{}') || p_role, coalesce(array_agg(r.id::text), '{}')
  into v_names, v_ids
  from app.roles r where r.tenant_id = p_tenant and p_role = any (r.inherited_names);
  return array(
    select u.id from app.users u where u.tenant_id = p_tenant and u.role = any (v_names)
    union
    select m.user_id from app.role_members m
    where m.tenant_id = p_tenant and m.role_id = any (v_ids)
    order by 1 limit p_limit);
end $$;
comment on function app.users_of_role is
  'Returns the users with a role, as the base role or assigned, or by a role that inherits it: '
  'ids, oldest users first';
