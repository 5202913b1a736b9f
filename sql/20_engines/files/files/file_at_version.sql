create or replace function app.file_at_version(p_file app.files, p_version integer)
returns app.files
language plpgsql stable as $$
declare
  v_tenant text := p_file.tenant_id;
  v_id text := p_file.id;
  v_version app.file_versions;
begin
  select * into v_version from app.file_versions v
  where v.tenant_id = v_tenant and v.file_id = v_id and v.version = p_version;
  if not found then perform app.not_found('file_version', p_version::text); end if;
  p_file.version := v_version.version;
  p_file.filename := v_version.filename;
  p_file.mime_type := v_version.mime_type;
  p_file.size_bytes := v_version.size_bytes;
  p_file.storage_key := v_version.storage_key;
  p_file.checksum := v_version.checksum;
  p_file.width := v_version.width;
  p_file.height := v_version.height;
  p_file.updated_at := v_version.created_at;
  return p_file;
end $$;
comment on function app.file_at_version is
  'A file with the bytes of one of its versions, and what was known of them; 404';
