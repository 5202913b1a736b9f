create or replace function app.dashboard_public_find(p_tenant text, p_token text)
returns app.dashboards
language plpgsql stable as $$
declare v_dashboard app.dashboards;
begin
  select * into v_dashboard from app.dashboards d
  where d.tenant_id = p_tenant and d.share_token = p_token;
  if v_dashboard.id is null or app.party(p_tenant, v_dashboard.shared_by->0) is null then
    perform app.fail(404, 'NOT_FOUND', 'There is no shared dashboard at this address.');
  end if;
  return v_dashboard;
end $$;
comment on function app.dashboard_public_find is
  'Finds the dashboard that a share token opens; 404 if no dashboard has it, or if the user who '
  'shared it is banned or deleted';
