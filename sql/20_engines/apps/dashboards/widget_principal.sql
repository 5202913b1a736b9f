create or replace function app.widget_principal(p_dashboard app.dashboards, p_widget app.widgets)
returns jsonb
language sql stable as $$
  select app.principal_limited(p_dashboard.tenant_id,
    app.party(p_dashboard.tenant_id, p_dashboard.shared_by->0), p_dashboard.shared_by || p_widget.authors)
$$;
comment on function app.widget_principal is
  'Returns the principal of a widget on a public dashboard: the user or key that shared it, with '
  'no more rights than the widget''s authors. Null when one of them may act no more';
