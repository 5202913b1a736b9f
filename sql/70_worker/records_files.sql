create or replace function worker.records_files(p_tenant text, p_ids text[])
returns table (id text, type text, object_id text, shown jsonb, record jsonb)
language plpgsql volatile as $$
begin
  return query
    select f.id::text, t.name::text, f.object_id::text,
      jsonb_build_object('filename', f.filename, 'mime_type', f.mime_type, 'checksum', f.checksum, 'size_bytes', f.size_bytes,
        'access', f.access, 'folder', f.folder, 'meta', f.meta, 'object_type', t.name, 'object_id', f.object_id,
        'tags', coalesce((
          select json_agg(g.name order by g.name)::jsonb from app.file_taggings x
          join app.file_tags g on g.tenant_id = x.tenant_id and g.id = x.tag_id
          where x.tenant_id = p_tenant and x.file_id = f.id), '[]')),
      jsonb_build_object('file', to_jsonb(row(f.*)::app.files), 'versions', coalesce((
        select json_agg(to_jsonb(row(v.*)::app.file_versions) order by v.version)::jsonb from app.file_versions v
        where v.tenant_id = p_tenant and v.file_id = f.id), '[]'))
    from app.files f
    left join app.object_types t on t.tenant_id = f.tenant_id and t.id = f.object_type_id
    where f.tenant_id = p_tenant and f.id = any (p_ids) and not f.is_deleted and f.status = 'ready';
end $$;
comment on function worker.records_files is
  'Files as a restore compares them (shown), with tags by name, and all that they are made of again: the row and its versions. '
  'Those that are ready and not in the trash';
