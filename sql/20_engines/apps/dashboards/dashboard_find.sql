create or replace function app.dashboard_find(p_tenant text, p_id text)
returns app.dashboards
language plpgsql stable as $$
declare v_dashboard app.dashboards;
begin
  select * into v_dashboard from app.dashboards d where d.tenant_id = p_tenant and d.id = p_id;
  if v_dashboard.id is null then perform app.not_found('dashboard', p_id); end if;
  return v_dashboard;
end $$;
comment on function app.dashboard_find is 'A dashboard by its id; 404 when there is none';
