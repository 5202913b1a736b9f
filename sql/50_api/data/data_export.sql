create or replace function api.data_export(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_find(tenant, args->>'object_type_id');
  v_made jsonb := args->'made';
  v_is_done boolean := v_made ? 'parts';
  v_request jsonb := (
    select jsonb_object_agg(a.key, a.value) from jsonb_each(args) a
    where a.key = any (array['format', 'filters', 'query', 'properties', 'sort', 'order',
      'include', 'include_deleted']));
  v_export app.exports;
begin
  insert into app.exports (tenant_id, id, object_type_id, format, status, request, principal,
    filename, row_count, created_by, started_at)
  values (tenant, app.new_id('exp'), v_type.id, args->>'format',
    case when v_is_done then 'running' else 'pending' end, v_request, app.principal(),
    v_made->>'filename', (v_made->>'count')::integer, app.principal()->>'user_id',
    case when v_is_done then clock_timestamp() end)
  returning * into v_export;
  perform app.journal_write(tenant, 'export.created', 'export', v_export.id,
    app.export_json(v_export), p_object_type_id => v_type.id, p_pending => not v_is_done);
  if v_is_done then
    insert into app.export_chunks (tenant_id, export_id, position, bytes)
    select tenant, v_export.id, p.n - 1, decode(p.part, 'base64')
    from jsonb_array_elements_text(v_made->'parts') with ordinality p(part, n);
    v_export := app.export_complete(
      v_export, (v_made->>'count')::integer, (v_made->>'size_bytes')::bigint);
  end if;
  return app.export_json(v_export);
end $$;
comment on function api.data_export is 'Export up to 100,000 objects of a type as a file';
