create or replace function app.search_entries(p_type app.object_types, p_objects app.objects[])
returns table (tenant_id text, object_type_id text, object_id text, document tsvector)
language sql immutable as $$
  select p_type.tenant_id, p_type.id, d.object_id, d.document
  from (
    select o.id as object_id, app.search_document(p_type.silent, o.properties) as document
    from unnest(p_objects) o where not o.is_deleted offset 0) d
  where d.document <> ''
$$;
comment on function app.search_entries is
  'The rows of app.object_search that live objects have: none without a word';
