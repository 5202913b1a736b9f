create or replace function api.dashboard_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.listed(
    (select json_agg(app.dashboard_json(row(d.*)::app.dashboards) order by d.id desc)
     from (select * from app.dashboards d where d.tenant_id = tenant
           order by d.id desc limit (args->>'limit')::integer offset (args->>'offset')::integer) d),
    (select count(*) from app.dashboards d where d.tenant_id = tenant))
$$;
comment on function api.dashboard_list is 'List dashboards, newest first';
