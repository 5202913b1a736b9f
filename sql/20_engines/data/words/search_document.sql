create or replace function app.search_document(p_silent text[], p_properties jsonb)
returns tsvector
language sql immutable as $$
  select case
    when octet_length((p_properties - p_silent)::text) > 100000
      then app.search_document_cut(p_properties - p_silent)
    when (p_properties - p_silent)::text !~ '[^\u0001-\u0dff]'
      then jsonb_to_tsvector('simple', p_properties - p_silent, '["string"]')
    else app.search_document_unspaced(p_properties - p_silent) end
$$;
comment on function app.search_document is
  'The words of an object (app.words): of its texts, those of the types in object_types.silent left out. Without a sub-select, so '
  'that PostgreSQL inlines it: a call of its own costs a statement for each object written';
