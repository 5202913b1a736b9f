create or replace function app.index_add(p_type app.object_types, p_objects app.objects[])
returns void
language plpgsql volatile as $$
begin
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
end $$;
comment on function app.index_add is
  'Writes the index rows of objects that have none; '
  'a unique value that another live object holds is 409 UNIQUE_VIOLATION';
