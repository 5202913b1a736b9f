create or replace function worker.export_part(
  p_tenant text, p_export_id text, p_plan jsonb, p_after jsonb, p_limit integer,
  out row_count integer, out lines text, out after json)
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
  row_count := v_part.row_count;
  lines := v_part.lines;
  after := v_part.after;
end $$;
comment on function worker.export_part is
  'The next lines of an export after p_after, in the transaction that worker.export_open began; '
  'after is null with the last';
