create or replace function app.dashboard_json(p_dashboard app.dashboards)
returns json
language sql stable as $$
  select json_build_object('id', p_dashboard.id, 'name', p_dashboard.name,
    'description', p_dashboard.description, 'layout_json', p_dashboard.layout_json,
    'is_public', p_dashboard.is_public, 'share_token', p_dashboard.share_token,
    'widgets', app.widgets_json(p_dashboard.tenant_id, p_dashboard.id),
    'created_by', p_dashboard.created_by, 'created_at', p_dashboard.created_at,
    'updated_at', p_dashboard.updated_at)
$$;
comment on function app.dashboard_json is 'A dashboard as the API shows it, with its widgets';
