create or replace function app.file_variant_json(p_variant app.file_variants)
returns json
language sql immutable as $$
  select json_build_object('storage_key', p_variant.variant_key, 'mime_type', p_variant.mime_type,
    'size_bytes', p_variant.size_bytes, 'checksum', p_variant.checksum)
$$;
comment on function app.file_variant_json is 'Where the bytes of a variant are, and what they are';
