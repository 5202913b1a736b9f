create or replace function app.ai_index_put(p_index app.ai_indexes, p_model text, p_items jsonb)
returns void
language plpgsql volatile as $$
declare
  v_tenant constant text := p_index.tenant_id;
  v_dimensions integer := jsonb_array_length(p_items->0->'vector');
  v_collection app.vector_collections;
  v_item jsonb;
  v_vector app.vectors;
  v_now timestamptz := clock_timestamp();
begin
  insert into app.vector_collections (tenant_id, name, dimensions, model, created_at, object_type_id)
  values (v_tenant, p_index.collection, v_dimensions, p_model, v_now, p_index.object_type_id)
  on conflict (tenant_id, name) do nothing;
  select * into v_collection from app.vector_collections c where c.tenant_id = v_tenant and c.name = p_index.collection;
  for v_item in select i.value from jsonb_array_elements(p_items) i(value) loop
    if jsonb_array_length(v_item->'vector') <> v_collection.dimensions or v_collection.model <> p_model then
      perform app.fail(409, 'INVALID_STATE', format('The AI provider returned a vector of %s '
        'numbers from %s, but the vectors of this type have %s, from %s. Set ai_index again with '
        'another model to create all of them again.', jsonb_array_length(v_item->'vector'),
        p_model, v_collection.dimensions, v_collection.model));
    end if;
    v_vector.tenant_id := v_tenant;
    v_vector.collection := p_index.collection;
    v_vector.id := v_item->>'id';
    v_vector.embedding := app.vector_unit(v_item->'vector', 'vector');
    v_vector.metadata := '{}';
    v_vector.object_type_id := p_index.object_type_id;
    v_vector.object_id := v_item->>'id';
    v_vector.updated_at := v_now;
    v_vector.digest := sha256(convert_to(v_item->>'text', 'UTF8'));
    perform app.vector_save(v_vector);
  end loop;
end $$;
comment on function app.ai_index_put is
  'Stores vectors [{id, text, vector}] of objects, without their text. 409 where they cannot be compared with those that are there';
