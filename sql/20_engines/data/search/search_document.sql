create or replace function app.search_document(p_type app.object_types, p_properties jsonb)
returns tsvector
language sql immutable as $$
  select case
    when octet_length(d.texts::text) <= 100000 then
      jsonb_to_tsvector('simple', d.texts, '["string"]')
    -- A tsvector ends at 1 MB, so a long document is searched by its first 100,000 characters.
    else (select to_tsvector('simple', left(string_agg(t.value, E'\n' order by t.key), 100000))
      from jsonb_each_text(d.texts) t)
  end
  from (select p_properties - p_type.silent as texts) d
$$;
comment on function app.search_document is
  'The words of an object: of its texts, those of the types in object_types.silent left out';
