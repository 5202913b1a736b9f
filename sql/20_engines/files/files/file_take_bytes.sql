create or replace function app.file_take_bytes(p_file app.files, p_made jsonb)
returns app.files
language plpgsql volatile as $$
begin
  p_file.storage_key := app.blob_keep(p_file.tenant_id, p_made->>'storage_key',
    p_made->>'checksum', (p_made->>'size_bytes')::bigint);
  p_file.checksum := p_made->>'checksum';
  p_file.size_bytes := p_made->>'size_bytes';
  p_file.mime_type := p_made->>'mime_type';
  p_file.width := p_made->>'width';
  p_file.height := p_made->>'height';
  return p_file;
end $$;
comment on function app.file_take_bytes is
  'A file as it is with bytes that have been stored: {storage_key, checksum, size_bytes, mime_type, '
  'width, height}. The same bytes are kept once: its storage_key may be that of others';
