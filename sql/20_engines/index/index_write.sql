create or replace function app.index_write(p_type app.object_types, p_old app.objects[], p_new app.objects[])
returns void
language plpgsql volatile as $$
begin
  if not p_type.definition @? '$.*.index' then return; end if;

  delete from app.object_index x
  using (select * from app.index_entries(p_type, p_old) except select * from app.index_entries(p_type, p_new)) e
  where x.tenant_id = p_type.tenant_id and x.property_id = e.property_id and x.text_value = e.text_value
    and x.number_value = e.number_value and x.object_id = e.object_id;

  insert into app.object_index (tenant_id, property_id, text_value, number_value, object_id, is_unique)
  select * from app.index_entries(p_type, p_new) except select * from app.index_entries(p_type, p_old)
  on conflict do nothing;

  if p_type.definition @? '$.*.unique' then perform app.unique_check(p_type, p_new); end if;
end $$;
comment on function app.index_write is
  'Brings the index rows of objects from their old state to the new one; a unique value that another live object holds is 409 UNIQUE_VIOLATION';
