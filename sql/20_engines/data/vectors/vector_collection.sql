create or replace function app.vector_collection(p_tenant text, p_name text)
returns app.vector_collections
language plpgsql stable as $$
declare v_collection app.vector_collections;
begin
  select * into v_collection from app.vector_collections c where c.tenant_id = p_tenant and c.name = p_name and c.object_type_id is null;
  if v_collection.name is null then perform app.not_found('collection', p_name); end if;
  return v_collection;
end $$;
comment on function app.vector_collection is 'A collection of vectors by its name; 404 when there is none, or it is that of an ai_index';
