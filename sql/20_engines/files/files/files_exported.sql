create or replace function app.files_exported(p_type app.object_types, p_ids text[])
returns jsonb
language plpgsql stable as $$
begin
  return (
    select json_object_agg(o.key, (
      select coalesce(json_agg(jsonb_build_object('id', f->'id', 'filename', f->'filename',
        'mime_type', f->'mime_type', 'size_bytes', f->'size_bytes', 'url',
        coalesce(f->>'url', format('/v1/files/%s/content', f->>'id'))) order by n)::jsonb, '[]')
      from jsonb_array_elements(o.value) with ordinality e(f, n)))::jsonb
    from jsonb_each(app.files_of(p_type, p_ids, 1000)) o);
end $$;
comment on function app.files_exported is
  'The files of objects as exports show them, {object id: [{id, filename, mime_type, size_bytes, '
  'url}]}';
