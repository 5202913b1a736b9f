create or replace function api.role_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.answer(
    json_build_object('X-Total-Count', count(*)), coalesce(json_agg(r.role), '[]'))
  from (
    select s as role from app.system_roles(tenant) s
    union all
    (select app.role_json(r) from app.roles r where r.tenant_id = tenant order by r.name)) r
$$;
comment on function api.role_list is 'List roles, the built-in ones first';
