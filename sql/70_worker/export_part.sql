create or replace function worker.export_part(
  p_tenant text, p_export_id text, p_after jsonb, p_limit integer)
returns json
language plpgsql stable as $$
declare
  v_export app.exports;
  v_type app.object_types;
  v_objects app.objects[];
begin
  select * into v_export from app.exports e where e.tenant_id = p_tenant and e.id = p_export_id;
  v_type := app.object_type_find(p_tenant, v_export.object_type_id);
  v_objects := app.export_page(v_type, app.search_filter(v_type, v_export.request),
    v_export.request, p_after, p_limit);
  return json_build_object('rows', app.export_rows(v_type, v_objects,
      app.files_exported(v_type, v_objects, v_export.request), v_export.request),
    'after', case when cardinality(v_objects) = p_limit then app.sort_values(
      app.object_json(v_objects[p_limit]), app.sort_check(v_type, v_export.request->>'sort')) end);
end $$;
comment on function worker.export_part is
  'The next rows of an export after p_after, in the transaction that worker.export_open began; '
  'after is null with the last';
