create or replace function api.data_export(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_find(tenant, args->>'object_type_id');
  v_request jsonb := (
    select json_object_agg(a.key, a.value)::jsonb from jsonb_each(args) a
    where a.key = any (array['format', 'filters', 'query', 'properties', 'sort', 'order',
      'include', 'include_deleted']));
  v_count integer := args->'made'->>'count';
  v_bytes bytea := decode(args->'made'->>'bytes', 'base64');
  v_export app.exports;
  v_done text;
begin
  if not args ? 'made' then
    select m.row_count, convert_to(m.lines, 'UTF8') into v_count, v_bytes
    from app.export_made(v_type, args) m;
  end if;
  insert into app.exports (tenant_id, id, object_type_id, format, status, request, principal,
    filename, row_count, created_by, started_at)
  values (tenant, app.new_id('exp'), v_type.id, args->>'format',
    case when v_bytes is null then 'pending' else 'running' end, v_request, app.principal(),
    app.export_filename(v_type, args), v_count, app.principal()->>'user_id',
    case when v_bytes is not null then clock_timestamp() end)
  returning * into v_export;
  v_done := app.journal_write(tenant, 'export.created', 'export', v_export.id,
    app.export_json(v_export), p_object_type_id => v_type.id, p_pending => v_bytes is null);
  if v_bytes is not null then
    perform app.export_keep(v_export, v_bytes);
    v_export := app.export_complete(v_export, v_count, length(v_bytes));
  end if;
  return app.export_json(v_export);
end $$;
comment on function api.data_export is
  'Creates an export, and completes it if its rows are given or few';
