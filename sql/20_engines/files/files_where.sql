create or replace function app.files_where(p_tenant text, args jsonb)
returns text
language plpgsql stable as $$
declare
  v_folder text := args->>'folder';
  v_parent text := case when v_folder like '%/*' then app.folder_check(left(v_folder, -2)) end;
  v_type_id text := case when args ? 'object_type_id'
    then (app.object_type_find(p_tenant, args->>'object_type_id')).id end;
  -- Ids hold the creation time in milliseconds: of the next one after, and not before the last.
  v_after timestamptz := date_trunc('milliseconds', (args->>'created_after')::timestamptz)
    + interval '1 ms';
  v_before timestamptz := date_trunc(
    'milliseconds', (args->>'created_before')::timestamptz + interval '999 us');
begin
  -- What is joined to a null is null, and left out: each line is a filter that may be absent.
  return concat_ws(' and ', 'f.tenant_id = $1', 'not f.is_deleted',
    'f.object_type_id = ' || quote_literal(v_type_id),
    'f.object_id = ' || quote_literal(args->>'object_id'),
    case when v_parent is null and args ? 'folder' then
      'f.folder = ' || quote_literal(app.folder_check(v_folder)) end,
    case when v_parent <> '' then
      -- 0 comes after / in every folder name: a range of the index.
      format('(f.folder = %L or f.folder >= %L and f.folder < %L)',
        v_parent, v_parent || '/', v_parent || '0') end,
    'f.id >= ' || quote_literal(app.file_id_at(v_after)),
    'f.id < ' || quote_literal(app.file_id_at(v_before)),
    'f.size_bytes >= ' || quote_literal(args->>'min_size'),
    'f.size_bytes <= ' || quote_literal(args->>'max_size'),
    'f.uploaded_by = ' || quote_literal(args->>'uploaded_by'),
    'f.mime_type = ' || quote_literal(lower(args->>'mime_type')),
    'app.mime_category(f.mime_type) = ' || quote_literal(args->>'mime_category'),
    'f.access = ' || quote_literal(args->>'access'),
    'f.status = ' || quote_literal(args->>'status'),
    'strpos(lower(f.filename), ' || quote_literal(lower(args->>'filename')) || ') > 0',
    (select string_agg(format('exists (select from app.file_taggings g where g.tenant_id = $1 '
        'and g.file_id = f.id and g.tag_id = %L)', t), ' and ')
      from jsonb_array_elements_text(args->'tag_ids') t),
    'exists (select from app.file_collection_items i where i.tenant_id = $1 and i.file_id = f.id '
      'and i.collection_id = ' || quote_literal(args->>'collection_id') || ')',
    app.files_visible(p_tenant));
end $$;
comment on function app.files_where is
  'The filters of a search of files as a condition on f, with the tenant as $1: those that the '
  'caller sees and that are not in the trash. 400 for a folder, 404 for a type that is not there';
