create or replace function app.vectors_put(p_tenant text, p_collection text, p_model text, p_items jsonb)
returns integer
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_collection app.vector_collections;
  v_item jsonb;
  v_place bigint;
  v_vector app.vectors;
  v_type app.object_types;
  v_object app.objects;
  v_count integer := 0;
begin
  insert into app.vector_collections (tenant_id, name, dimensions, model, created_at)
  values (p_tenant, p_collection, jsonb_array_length(p_items->0->'vector'), p_model, v_now)
  on conflict (tenant_id, name) do nothing;
  v_collection := app.vector_collection(p_tenant, p_collection);
  if v_collection.model <> p_model then
    perform app.fail(409, 'INVALID_STATE', format('This collection holds vectors of the model %s. '
      'Vectors of another model cannot be compared with them: use a separate collection.', v_collection.model));
  end if;
  for v_item, v_place in
    select i.value, i.place - 1 from jsonb_array_elements(p_items) with ordinality i(value, place) order by i.value->>'id'
  loop
    if jsonb_array_length(v_item->'vector') <> v_collection.dimensions then
      perform app.invalid(format('items[%s].vector', v_place), 'dimensions',
        format('must have %s numbers, like the other vectors of this collection', v_collection.dimensions));
    end if;
    if v_item ? 'object_id' then
      v_type := app.object_type_find(p_tenant, v_item->>'object_type_id');
      v_object := app.vector_object(p_tenant, v_type.id, v_item->>'object_id');
      if v_object.id is null then perform app.not_found('object', v_item->>'object_id'); end if;
    else
      v_type := null;
    end if;
    v_vector.tenant_id := p_tenant;
    v_vector.collection := p_collection;
    v_vector.id := v_item->>'id';
    v_vector.embedding := app.vector_unit(v_item->'vector', format('items[%s].vector', v_place));
    v_vector.text := v_item->>'text';
    v_vector.metadata := coalesce(v_item->'metadata', '{}');
    v_vector.object_type_id := v_type.id;
    v_vector.object_id := v_item->>'object_id';
    v_vector.updated_at := v_now;
    perform app.vector_put(v_vector);
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;
comment on function app.vectors_put is
  'Stores vectors [{id, vector, text?, metadata?, object_type_id?, object_id?}] of a model in a collection, which the first ones '
  'make; how many. 409 for another model, 400 for other dimensions, 404 for objects that the caller does not see';
