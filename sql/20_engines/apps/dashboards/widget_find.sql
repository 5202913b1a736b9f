create or replace function app.widget_find(p_tenant text, p_dashboard text, p_id text)
returns app.widgets
language plpgsql stable as $$
declare v_widget app.widgets;
begin
  select * into v_widget from app.widgets w
  where w.tenant_id = p_tenant and w.dashboard_id = p_dashboard and w.id = p_id;
  if v_widget.id is null then perform app.not_found('widget', p_id); end if;
  return v_widget;
end $$;
comment on function app.widget_find is 'A widget of a dashboard by its id; 404 when there is none';
