create or replace function app.file_json(p_file app.files)
returns json
language plpgsql stable as $$
declare
  v_tenant text := p_file.tenant_id;
  v_id text := p_file.id;
begin
  return json_build_object('id', v_id, 'file_id', v_id, 'tenant_id', v_tenant,
    'filename', p_file.filename, 'mime_type', p_file.mime_type, 'size_bytes', p_file.size_bytes,
    'access', p_file.access, 'folder', p_file.folder, 'status', p_file.status,
    'storage_key', p_file.storage_key, 'checksum_sha256', p_file.checksum,
    'etag', '"' || p_file.checksum || '"', 'version', p_file.version, 'width', p_file.width,
    'height', p_file.height, 'meta', p_file.meta, 'tags', (
      select coalesce(json_agg(json_build_object('tag_id', t.id, 'name', t.name, 'color', t.color)
        order by t.name, t.id), '[]')
      from app.file_taggings g join app.file_tags t on t.tenant_id = v_tenant and t.id = g.tag_id
      where g.tenant_id = v_tenant and g.file_id = v_id),
    'object_type_id', p_file.object_type_id, 'object_id', p_file.object_id,
    'uploaded_by', p_file.uploaded_by, 'is_deleted', p_file.is_deleted,
    'deleted_at', p_file.deleted_at, 'created_at', p_file.created_at,
    'updated_at', p_file.updated_at, 'url', case
      when p_file.access = 'public' and p_file.status = 'ready' and not p_file.is_deleted
      then format('/v1/files/%s/content?tenant_id=%s&v=%s', v_id, v_tenant, p_file.version) end);
end $$;
comment on function app.file_json is
  'Returns a file as the API shows it; url is the public address of a public one';
