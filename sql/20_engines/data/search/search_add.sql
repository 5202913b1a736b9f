create or replace function app.search_add(p_type app.object_types, p_objects app.objects[])
returns void
language sql volatile as $$
  insert into app.object_search (tenant_id, object_type_id, object_id, document)
  select p_type.tenant_id, p_type.id, d.id, d.document
  from (select o.id, app.search_document(p_type, o.properties) as document
    from unnest(p_objects) o offset 0) d
  where d.document <> ''
$$;
comment on function app.search_add is 'Makes new objects known to full text search';
