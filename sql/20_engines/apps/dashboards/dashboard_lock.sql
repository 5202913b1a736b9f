create or replace function app.dashboard_lock(p_tenant text, p_id text)
returns app.dashboards
language plpgsql volatile as $$
begin
  perform from app.dashboards d where d.tenant_id = p_tenant and d.id = p_id for update;
  return app.dashboard_find(p_tenant, p_id);
end $$;
comment on function app.dashboard_lock is 'app.dashboard_find for a change: with the row locked';
