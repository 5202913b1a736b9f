create or replace function app.vector_index_schema(p_tenant text, p_collection text)
returns text
language plpgsql stable as $$
begin
  -- Most have none, and this is all that they pay for it.
  return (
    select e.extnamespace::regnamespace::text
    from pg_index i join pg_extension e on e.extname = 'vector'
    where i.indexrelid = to_regclass('app.' || app.vector_index(p_tenant, p_collection)) and i.indisvalid);
end $$;
comment on function app.vector_index_schema is
  'Where the extension vector is, for a collection that has an index of it; null for one that has none, or whose index is still being made';
