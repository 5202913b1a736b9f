create or replace function app.dashboard_dependencies(p_dashboard app.dashboards)
returns jsonb
language sql stable as $$
  select app.dependencies(array[row('widget', (
    select count(*) from app.widgets w
    where w.tenant_id = p_dashboard.tenant_id and w.dashboard_id = p_dashboard.id))::app.dependency])
$$;
comment on function app.dashboard_dependencies is
  'Returns the records that are deleted with a dashboard';
