create or replace function app.unique_check(p_type app.object_types, p_objects app.objects[])
returns void
language plpgsql volatile as $$
declare v_rows record;
begin
  -- The insert before this one left out what the unique index refused (having waited for other
  -- writers to commit).
  p_type.indexed := array(select i from unnest(p_type.indexed) i where i.is_unique);
  v_rows := app.index_columns(p_type, p_objects);
  for i in 1 .. cardinality(v_rows.uniques) loop
    continue when not v_rows.uniques[i];
    if not exists (
      select 1 from app.object_index x
      where x.tenant_id = p_type.tenant_id and x.property_id = v_rows.property_ids[i]
        and x.text_value = v_rows.texts[i] and x.number_value = v_rows.numbers[i]
        and x.object_id = v_rows.object_ids[i]) then
      perform app.unique_fail(p_type, v_rows.property_ids[i], (
        select o.properties from unnest(p_objects) o where o.id = v_rows.object_ids[i]));
    end if;
  end loop;
end $$;
comment on function app.unique_check is
  '409 UNIQUE_VIOLATION when a unique value of these objects did not get its index row';
