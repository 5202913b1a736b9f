create or replace function app.mime_category(p_mime_type text)
returns text
language sql immutable as $$
  select case
    when p_mime_type ~ '^(image|video|audio|text)/' then split_part(p_mime_type, '/', 1)
    when p_mime_type ~ ('^application/(pdf|rtf|postscript|msword|x-abiword|epub\+zip|vnd\.('
      'openxmlformats-officedocument|oasis\.opendocument|ms-(excel|powerpoint|word|works)'
      '|apple\.(pages|numbers|keynote)|visio).*)$') then 'document'
    when p_mime_type ~ ('^application/(zip|gzip|zstd|vnd\.rar|java-archive|vnd\.(debian'
      '|android\.package-archive).*|x-(7z|rar|tar|gtar|gzip|bzip|xz|lzip|lzma|lzh|zip|compress|cpio'
      '|iso9660|apple-diskimage).*)$') then 'archive'
    when p_mime_type ~ ('^application/((.*[+.-])?(json|xml|yaml|javascript|typescript|toml|ndjson'
      '|jsonl|graphql|sql|csv)|x-sh|json5)$') then 'text'
    else 'other' end
$$;
comment on function app.mime_category is
  'Returns the kind of a media type in everyday terms: image, video, audio, document, archive, '
  'text or other';
