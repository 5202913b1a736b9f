create or replace function api.role_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.listed(json_agg(r.role), count(*))
  from (
    select s as role from app.system_roles(tenant) s
    union all
    (select app.role_json(row(r.*)::app.roles) from app.roles r where r.tenant_id = tenant
      order by r.name)) r
$$;
comment on function api.role_list is 'List roles, the built-in ones first';
