create or replace function app.mime_category(p_mime_type text)
returns text
language sql immutable as $$
  select case
    when m.kind in ('image', 'video', 'audio', 'text') then m.kind
    when m.name ~ ('^(pdf|rtf|postscript|msword|x-abiword|epub\+zip|vnd\.('
      'openxmlformats-officedocument|oasis\.opendocument|ms-(excel|powerpoint|word|works)'
      '|apple\.(pages|numbers|keynote)|visio).*)$') then 'document'
    when m.name ~ ('^(zip|gzip|zstd|vnd\.rar|java-archive|vnd\.(android\.package-archive|debian.*)'
      '|x-(7z|rar|tar|gtar|gzip|bzip2?|xz|lzip|lzma|lzh|zip|compress|cpio|iso9660|apple-diskimage'
      ').*)$') then 'archive'
    when m.name ~ ('^((.*[+.-])?(json|xml|yaml|javascript|typescript|toml|ndjson|jsonl|graphql|sql'
      '|csv)|x-sh|json5|json-seq)$') then 'text'
    else 'other' end
  from (select split_part(p_mime_type, '/', 1) as kind, split_part(p_mime_type, '/', 2) as name) m
$$;
comment on function app.mime_category is
  'What a media type is for people: image, video, audio, document, archive, text or other';
