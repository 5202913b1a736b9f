create or replace function app.widgets_json(p_tenant text, p_dashboard text)
returns json
language sql stable as $$
  select coalesce(json_agg(app.widget_json(row(w.*)::app.widgets) order by w.id), '[]')
  from app.widgets w where w.tenant_id = p_tenant and w.dashboard_id = p_dashboard
$$;
comment on function app.widgets_json is 'The widgets of a dashboard, the oldest first';
