create or replace function api.act(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_as jsonb := args->'as';
  v_dashboard app.dashboards;
  v_principal jsonb;
  v_caller jsonb := app.principal();
  v_answer json;
  v_done text;
begin
  if v_as ? 'function_id' then
    v_principal := app.function_principal(tenant, v_as->>'function_id', v_as->>'run_id');
  elsif v_as ? 'share_token' then
    v_dashboard := app.dashboard_public_find(tenant, v_as->>'share_token');
    v_principal := app.widget_principal(v_dashboard,
      app.widget_find(tenant, v_dashboard.id, v_as->>'widget_id'));
    if v_principal is null then perform app.fail(403, 'FORBIDDEN', app.nobody_text()); end if;
  end if;
  if v_principal is not null then v_done := app.act_as(v_principal); end if;
  v_answer := app.act(tenant, args->'step');
  perform app.act_back(v_caller) where v_principal is not null;
  return v_answer;
end $$;
comment on function api.act is
  'Does {step} as app.act does: as a run of a function (as: {function_id, run_id}) with no more rights '
  'than its caller and its authors, as a widget of a shared dashboard ({share_token, widget_id}), or as '
  'the caller';
