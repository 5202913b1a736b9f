create or replace function api.widget_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_dashboard app.dashboards := app.dashboard_lock(tenant, args->>'dashboard_id');
  v_widget app.widgets;
  v_done text;
begin
  if (select count(*) from app.widgets w where w.tenant_id = tenant and w.dashboard_id = v_dashboard.id) >= 50 then
    perform app.fail(409, 'INVALID_STATE', 'A dashboard can have at most 50 widgets. Delete one first.');
  end if;
  v_widget.tenant_id := tenant;
  v_widget.dashboard_id := v_dashboard.id;
  v_widget.id := app.id_of_new('wid');
  v_widget.created_at := clock_timestamp();
  v_widget.updated_at := v_widget.created_at;
  v_widget := app.widget_merge(v_widget, '{"config_json": {}}'::jsonb || args);
  insert into app.widgets (tenant_id, dashboard_id, id, type, title, config_json, position_json, authors,
    created_at, updated_at)
  values (tenant, v_dashboard.id, v_widget.id, v_widget.type, v_widget.title, v_widget.config_json,
    v_widget.position_json, v_widget.authors, v_widget.created_at, v_widget.updated_at);
  v_done := app.journal_widget('widget.created', null, v_widget);
  return app.widget_json(v_widget);
end $$;
comment on function api.widget_create is 'Add a widget to a dashboard';
