create or replace function app.vector_index(p_tenant text, p_collection text)
returns text
language sql stable as $$
  select 'vectors_hnsw_' || md5(p_tenant || ' ' || p_collection)
$$;
comment on function app.vector_index is
  'The name of the index of a collection that is large enough for one, where the database has the extension vector';
