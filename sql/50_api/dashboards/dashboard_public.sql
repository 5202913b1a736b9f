create or replace function api.dashboard_public(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_dashboard app.dashboards := app.dashboard_public_find(tenant, args->>'share_token');
  v_widget app.widgets;
  v_principal jsonb;
  v_caller jsonb := app.principal();
  v_parts jsonb := '[]';
  v_done text;
begin
  for v_widget in
    select w.* from app.widgets w
    where w.tenant_id = tenant and w.dashboard_id = v_dashboard.id order by w.id
  loop
    v_principal := app.widget_principal(v_dashboard, v_widget);
    v_done := app.act_as(v_principal);
    v_parts := v_parts || case
      when v_principal is null then jsonb_build_array(jsonb_build_object('id', v_widget.id, 'key', 'nobody',
        'error', jsonb_build_object('code', 'FORBIDDEN', 'message', app.nobody_text())))
      else app.dashboard_parts(array[v_widget], args->'known')::jsonb end;
  end loop;
  v_done := app.act_back(v_caller);
  return json_build_object('name', v_dashboard.name, 'description', v_dashboard.description,
    'layout_json', v_dashboard.layout_json, 'parts', v_parts,
    'widgets', (
      select coalesce(json_agg(json_build_object('id', w.id, 'type', w.type, 'title', w.title,
        'position_json', w.position_json) order by w.id), '[]')
      from app.widgets w where w.tenant_id = tenant and w.dashboard_id = v_dashboard.id),
    'branding', (
      select app.jsonb_pick(app.branding_json(s), '{brand_name,logo_url,favicon_url,primary_color,footer_text}')
      from app.settings_find(tenant) s));
end $$;
comment on function api.dashboard_public is
  'Returns a shared dashboard with the data of its widgets';
