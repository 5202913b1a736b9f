create or replace function app.index_remove(p_type app.object_types, p_objects app.objects[])
returns void
language plpgsql volatile as $$
declare v_rows record;
begin
  if p_type.indexed = '{}' then return; end if;

  -- Worked out first: under row-level security only plain values become index conditions. An object
  -- has one row per property, so the four lists together name no other rows.
  v_rows := app.index_columns(p_type, p_objects);
  if v_rows.property_ids = '{}' then return; end if;  -- all in the trash
  delete from app.object_index x
  where x.tenant_id = p_type.tenant_id and x.property_id = any (v_rows.property_ids)
    and x.text_value = any (v_rows.texts) and x.number_value = any (v_rows.numbers)
    and x.object_id = any (v_rows.object_ids);
end $$;
comment on function app.index_remove is 'Removes the index rows of objects';
