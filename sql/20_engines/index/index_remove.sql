create or replace function app.index_remove(p_type app.object_types, p_objects app.objects[])
returns void
language plpgsql volatile as $$
begin
  if p_type.indexed = '{}' then return; end if;
  delete from app.object_index x using app.index_entries(p_type, p_objects) e
  where x.tenant_id = p_type.tenant_id and x.property_id = e.property_id and x.text_value = e.text_value
    and x.number_value = e.number_value and x.object_id = e.object_id;
end $$;
comment on function app.index_remove is 'Removes the index rows of objects';
