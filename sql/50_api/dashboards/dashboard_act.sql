create or replace function api.dashboard_act(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_dashboard app.dashboards;
  v_principal jsonb;
  v_caller jsonb := app.principal();
  v_answer json;
begin
  if args ? 'share_token' then
    v_dashboard := app.dashboard_public_find(tenant, args->>'share_token');
    v_principal := app.widget_principal(v_dashboard,
      app.widget_find(tenant, v_dashboard.id, args->>'widget_id'));
    if v_principal is null then perform app.fail(403, 'FORBIDDEN', app.nobody_text()); end if;
    perform app.act_as(v_principal);
  end if;
  v_answer := app.act(tenant, args->'step');
  perform app.act_back(v_caller) where v_principal is not null;
  return v_answer;
end $$;
comment on function api.dashboard_act is
  'Does a step of asking for a widget in SQL: as the caller, or with a share token as app.widget_principal says';
