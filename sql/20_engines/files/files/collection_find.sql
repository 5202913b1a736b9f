create or replace function app.collection_find(p_tenant text, p_id text)
returns app.file_collections
language plpgsql stable as $$
declare v_collection app.file_collections;
begin
  select * into v_collection from app.file_collections c
  where c.tenant_id = p_tenant and c.id = p_id;
  if not found then perform app.not_found('collection', p_id); end if;
  return v_collection;
end $$;
comment on function app.collection_find is
  'A collection by id, or 404: who may read files sees all of them, though not every file in them';
