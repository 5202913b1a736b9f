create or replace function app.unique_check(p_type app.object_types, p_objects app.objects[])
returns void
language plpgsql volatile as $$
declare
  v_entry record;
begin
  -- The insert before this one left out what the unique index refused (having waited for other
  -- writers to commit).
  p_type.indexed := array(select i from unnest(p_type.indexed) i where i.is_unique);
  for v_entry in select * from app.index_entries(p_type, p_objects) e where e.is_unique loop
    if not exists (
      select 1 from app.object_index x
      where x.tenant_id = p_type.tenant_id and x.property_id = v_entry.property_id
        and x.text_value = v_entry.text_value and x.number_value = v_entry.number_value
        and x.object_id = v_entry.object_id) then
      perform app.unique_fail(p_type, v_entry.property_id, (
        select o.properties from unnest(p_objects) o where o.id = v_entry.object_id));
    end if;
  end loop;
end $$;
comment on function app.unique_check is
  '409 UNIQUE_VIOLATION when a unique value of these objects did not get its index row';
