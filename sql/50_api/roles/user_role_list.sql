create or replace function api.user_role_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_user app.users := app.user_find(tenant, args->>'user_id');
begin
  return (
    select app.listed(json_agg(r.role order by (r.role->>'name' = v_user.role) desc, r.role->>'id' desc), count(*))
    from (
      select s as role from app.system_roles(tenant) s where s->>'name' = v_user.role
      union all
      select app.role_json(row(r.*)::app.roles) from app.roles r
      where r.tenant_id = tenant and (r.name = v_user.role or r.id = any (array(
        select m.role_id from app.role_members m
        where m.tenant_id = tenant and m.user_id = v_user.id)))) r);
end $$;
comment on function api.user_role_list is 'List the roles of a user, base role first';
