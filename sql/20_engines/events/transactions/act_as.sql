create or replace function app.act_as(p_tenant text, p_as jsonb, p_step jsonb)
returns json
language plpgsql volatile as $$
declare
  v_dashboard app.dashboards;
  v_principal jsonb;
begin
  if p_as ? 'function_id' then
    v_principal := app.function_principal(p_tenant, p_as->>'function_id', p_as->>'run_id');
  elsif p_as ? 'share_token' then
    v_dashboard := app.dashboard_public_find(p_tenant, p_as->>'share_token');
    v_principal := app.widget_principal(v_dashboard,
      app.widget_find(p_tenant, v_dashboard.id, p_as->>'widget_id'));
    if v_principal is null then perform app.fail(403, 'FORBIDDEN', app.nobody_text()); end if;
  end if;
  if v_principal is not null then
    perform set_config('app.principal', v_principal::text, true);
  end if;
  return app.act(p_tenant, p_step);
end $$;
comment on function app.act_as is
  'Does a step as app.act does: as a run of a function ({function_id, run_id}) with no more rights '
  'than its caller and its authors, as a widget of a shared dashboard ({share_token, widget_id}), '
  'or as the caller';
