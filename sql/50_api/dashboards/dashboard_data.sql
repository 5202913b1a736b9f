create or replace function api.dashboard_data(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_dashboard app.dashboards := app.dashboard_find(tenant, args->>'dashboard_id');
begin
  return json_build_object(
    'seq', case when (args->>'place')::boolean then app.journal_end(tenant, app.place_horizon(tenant), null) end,
    'parts', app.dashboard_parts(array(
      select row(w.*)::app.widgets from app.widgets w
      where w.tenant_id = tenant and w.dashboard_id = v_dashboard.id order by w.id), args->'known'));
end $$;
comment on function api.dashboard_data is
  E'Returns the data of all widgets of a dashboard, except those that the caller already has\n'
  'With place also seq: all that is before it in the journal is in there';
