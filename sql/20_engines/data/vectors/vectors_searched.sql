create or replace function app.vectors_searched(p_tenant text, args jsonb)
returns app.searched_vectors
language plpgsql stable as $$
declare
  v_searched app.searched_vectors;
  v_collection app.vector_collections;
  v_type app.object_types;
  v_index app.ai_indexes;
begin
  v_searched.tenant_id := p_tenant;
  if args ? 'object_type_id' then
    v_type := app.object_type_find(p_tenant, args->>'object_type_id');
    perform app.act_check('read', 'objects:read');
    v_index := app.ai_index_find(v_type);
    v_searched.object_type_id := v_type.id;
    v_searched.properties := v_index.properties;
    v_searched.filter := app.compile_filter(v_type, args->'filters', 'filters');
    v_searched.collection := v_index.collection;
    select * into v_collection from app.vector_collections c
    where c.tenant_id = p_tenant and c.name = v_index.collection;
  else
    v_collection := app.vector_collection(p_tenant, args->>'collection');
    v_searched.filter := app.vector_filter(p_tenant, args->'filters');
    v_searched.collection := v_collection.name;
  end if;
  v_searched.dimensions := v_collection.dimensions;
  -- A type whose objects have no vectors yet finds none.
  v_searched.model := coalesce(v_collection.model, v_index.model, args #>> '{used,model}');
  return v_searched;
end $$;
comment on function app.vectors_searched is
  'Resolves the target of a vector search, by collection or object_type_id; 404, 409 for a type '
  'without ai_index, 403 without a right to its objects';
