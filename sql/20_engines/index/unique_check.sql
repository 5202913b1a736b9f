create or replace function app.unique_check(p_type app.object_types, p_objects app.objects[])
returns void
language plpgsql volatile as $$
declare v_conflict record;
begin
  -- The insert before this one left out what the unique index refused (having waited for other writers to commit).
  select e.property_id, e.object_id into v_conflict from app.index_entries(p_type, p_objects) e
  where e.is_unique and not exists (
    select from app.object_index x where x.tenant_id = p_type.tenant_id and x.property_id = e.property_id
      and x.text_value = e.text_value and x.number_value = e.number_value and x.object_id = e.object_id)
  limit 1;
  if found then perform app.unique_fail(p_type, v_conflict.property_id, (
    select o.properties from unnest(p_objects) o where o.id = v_conflict.object_id));
  end if;
end $$;
comment on function app.unique_check is '409 UNIQUE_VIOLATION when a unique value of these objects did not get its index row';
