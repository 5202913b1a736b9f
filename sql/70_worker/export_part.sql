create or replace function worker.export_part(
  p_tenant text, p_export_id text, p_plan jsonb, p_after jsonb, p_limit integer)
returns text
language plpgsql stable as $$
declare
  v_export app.exports;
  v_type app.object_types;
  v_part record;
begin
  select * into v_export from app.exports e where e.tenant_id = p_tenant and e.id = p_export_id;
  v_type := app.object_type_find(p_tenant, v_export.object_type_id);
  v_part := app.export_part(v_type, app.search_filter(v_type, v_export.request), p_plan,
    v_export.request, p_after, p_limit);
  -- One value, for only a call that answers one travels to the node of its tenant; and its lines stay as they are.
  return jsonb_build_object('row_count', v_part.row_count, 'after', v_part.after)::text
    || e'\n' || v_part.lines;
end $$;
comment on function worker.export_part is
  'The next lines of an export after p_after, in the transaction that worker.export_open began, under '
  'a line of their own: {row_count, after}, where after is null with the last';
