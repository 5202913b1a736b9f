create or replace function app.search_document(p_silent text[], p_properties jsonb)
returns tsvector
language sql immutable as $$
  select case
    when octet_length((p_properties - p_silent)::text) > 100000
      then app.search_document_cut(p_properties - p_silent)
    when (p_properties - p_silent)::text !~ '[^\u0001-\u0dff]'
      then jsonb_to_tsvector('simple', p_properties - p_silent, '["string"]')
    else app.words_unspaced(array(
      select t #>> '{}' from jsonb_path_query(p_properties - p_silent, 'strict $.** ? (@.type() == "string")') t)) end
$$;
comment on function app.search_document is
  'The words of an object (app.words): of its texts, those of the types in object_types.silent left out';
