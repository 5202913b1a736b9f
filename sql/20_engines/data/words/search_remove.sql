create or replace function app.search_remove(p_type app.object_types, p_ids text[])
returns void
language sql volatile as $$
  delete from app.object_search s
  where s.tenant_id = p_type.tenant_id and s.object_type_id = p_type.id
    and s.object_id = any (p_ids)
$$;
comment on function app.search_remove is 'Takes objects out of full text search';
