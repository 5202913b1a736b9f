create or replace function api.file_variant(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_file app.files := app.file_readable(tenant, args);
  v_key text := v_file.storage_key;
  v_name text := args->'names'->>v_file.mime_type;
begin
  return json_build_object('storage_key', v_key, 'filename', v_file.filename,
    'mime_type', v_file.mime_type, 'size_bytes', v_file.size_bytes, 'width', v_file.width,
    'height', v_file.height, 'checksum', v_file.checksum, 'access', v_file.access,
    'version', v_file.version, 'updated_at', v_file.updated_at, 'variant', (
      select app.file_variant_json(row(v.*)::app.file_variants) from app.file_variants v
      where v.tenant_id = tenant and v.storage_key = v_key and v.name = v_name));
end $$;
comment on function api.file_variant is
  'Returns where the bytes of an image and of its variant are stored
args.names: what the variant is called, by the media type of its source. variant: null when it has
to be made first';
