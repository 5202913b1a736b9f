create or replace function platform.tenant_list(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_search text :=
    '%' || replace(replace(replace(args->>'search', '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  return (
    with found as (
      select t from app.tenants t
      where t.status = coalesce(args->>'status', t.status)
        and (args ? 'status' or t.status <> 'deleted')
        and t.plan_tier = coalesce(args->>'plan', t.plan_tier)
        and (v_search is null or t.name ilike v_search or t.slug ilike v_search
          or t.owner_email ilike v_search or t.tenant_id = args->>'search'))
    select json_build_object('tenants', (
        select coalesce(json_agg(app.tenant_json(p.t) order by (p.t).tenant_id desc), '[]')
        from (select f.t from found f order by (f.t).tenant_id desc
              limit (args->>'limit')::integer offset (args->>'offset')::integer) p),
      'total', (select count(*) from found)));
end $$;
comment on function platform.tenant_list is 'List tenants';
