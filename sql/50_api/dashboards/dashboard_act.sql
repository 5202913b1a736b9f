create or replace function api.dashboard_act(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_dashboard app.dashboards;
  v_principal jsonb;
begin
  if args ? 'share_token' then
    v_dashboard := app.dashboard_public_find(tenant, args->>'share_token');
    v_principal := app.widget_principal(v_dashboard,
      app.widget_find(tenant, v_dashboard.id, args->>'widget_id'));
    if v_principal is null then perform app.fail(403, 'FORBIDDEN', app.nobody_text()); end if;
    perform set_config('app.principal', v_principal::text, true);
  end if;
  return app.act(tenant, args->'step');
end $$;
comment on function api.dashboard_act is
  'Does a step of asking for a widget in SQL: as the caller, or with a share token as app.widget_principal says';
