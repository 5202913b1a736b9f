create or replace function api.widget_data(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_widget app.widgets := app.widget_find(tenant, args->>'dashboard_id', args->>'widget_id');
begin
  return app.dashboard_parts(array[v_widget], args->'known');
end $$;
comment on function api.widget_data is
  'Returns the data of a widget, unless the caller already has it';
