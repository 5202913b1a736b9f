create or replace function app.widget_json(p_widget app.widgets)
returns json
language sql stable as $$
  select json_build_object('id', p_widget.id, 'dashboard_id', p_widget.dashboard_id, 'type', p_widget.type,
    'title', p_widget.title, 'config_json', p_widget.config_json, 'position_json', p_widget.position_json,
    'created_at', p_widget.created_at, 'updated_at', p_widget.updated_at)
$$;
comment on function app.widget_json is 'A widget as the API shows it';
