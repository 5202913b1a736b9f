create or replace function app.index_remove(p_type app.object_types, p_objects app.objects[])
returns void
language plpgsql volatile as $$
declare
  v_property_ids text[];
  v_texts text[];
  v_numbers double precision[];
  v_object_ids text[];
begin
  if p_type.indexed = '{}' then return; end if;

  -- Worked out first: under row-level security only plain values become index conditions. An object
  -- has one row per property, so the four lists together name no other rows.
  select array_agg(e.property_id), array_agg(e.text_value), array_agg(e.number_value),
    array_agg(e.object_id)
  into v_property_ids, v_texts, v_numbers, v_object_ids
  from app.index_entries(p_type, p_objects) e;

  delete from app.object_index x
  where x.tenant_id = p_type.tenant_id and x.property_id = any (v_property_ids)
    and x.text_value = any (v_texts) and x.number_value = any (v_numbers)
    and x.object_id = any (v_object_ids);
end $$;
comment on function app.index_remove is 'Removes the index rows of objects';
