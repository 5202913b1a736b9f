create or replace function app.index_add(p_type app.object_types, p_objects app.objects[])
returns integer
language plpgsql volatile as $$
declare v_rows record;
begin
  if p_type.indexed = '{}' then return 0; end if;
  v_rows := app.index_columns(p_type, p_objects);
  if v_rows.property_ids = '{}' then return cardinality(p_objects); end if;  -- all in the trash
  if app.has_unique(p_type.definition) then
    insert into app.object_index
      (tenant_id, property_id, text_value, number_value, object_id, is_unique)
    select p_type.tenant_id, e.property_id, e.text, e.number, e.object_id, e.is_unique
    from unnest(v_rows.property_ids, v_rows.texts, v_rows.numbers, v_rows.object_ids,
      v_rows.uniques) e (property_id, text, number, object_id, is_unique)
    order by e.property_id, e.text, e.number  -- so that two batches never cross
    on conflict do nothing;
    perform app.unique_check(p_type, p_objects);
  else
    insert into app.object_index
      (tenant_id, property_id, text_value, number_value, object_id, is_unique)
    select p_type.tenant_id, e.property_id, e.text, e.number, e.object_id, e.is_unique
    from unnest(v_rows.property_ids, v_rows.texts, v_rows.numbers, v_rows.object_ids,
      v_rows.uniques) e (property_id, text, number, object_id, is_unique);
  end if;
  return cardinality(p_objects);
end $$;
comment on function app.index_add is
  'Writes the index rows of objects that have none, and returns how many objects; '
  'a unique value that another live object holds is 409 UNIQUE_VIOLATION';
