create or replace function api.data_export_rows(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_made record := app.export_made(
  app.object_type_find(tenant, args->>'object_type_id'), args);
begin
  return json_build_object('count', v_made.row_count, 'lines', v_made.lines);
end $$;
comment on function api.data_export_rows is
  'Returns the content of an xlsx, which is zipped in Node: its count, and its lines '
  '(app.export_line) when they are few';
