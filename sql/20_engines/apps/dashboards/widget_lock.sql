create or replace function app.widget_lock(p_tenant text, p_dashboard text, p_id text)
returns app.widgets
language plpgsql volatile as $$
begin
  perform from app.widgets w
  where w.tenant_id = p_tenant and w.dashboard_id = p_dashboard and w.id = p_id for update;
  return app.widget_find(p_tenant, p_dashboard, p_id);
end $$;
comment on function app.widget_lock is 'app.widget_find for a change: with the row locked';
