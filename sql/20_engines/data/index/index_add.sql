create or replace function app.index_add(p_type app.object_types, p_objects app.objects[])
returns integer
language plpgsql volatile as $$
begin
  if p_type.indexed = '{}' then return 0; end if;
  if app.has_unique(p_type.definition) then
    insert into app.object_index
      (tenant_id, property_id, text_value, number_value, object_id, is_unique)
    select * from app.index_entries(p_type, p_objects) e
    order by e.property_id, e.text_value, e.number_value  -- so that two batches never cross
    on conflict do nothing;
    perform app.unique_check(p_type, p_objects);
  else
    insert into app.object_index
      (tenant_id, property_id, text_value, number_value, object_id, is_unique)
    select * from app.index_entries(p_type, p_objects);
  end if;
  return cardinality(p_objects);
end $$;
comment on function app.index_add is
  'Writes the index rows of objects that have none, and returns how many objects; '
  'a unique value that another live object holds is 409 UNIQUE_VIOLATION';
