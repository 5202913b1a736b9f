create or replace function app.unique_check(p_type app.object_types, p_objects app.objects[])
returns void
language plpgsql volatile as $$
declare
  v_rows record;
  v_property_id text;
  v_object_id text;
begin
  -- The insert before this one left out what the unique index refused (having waited for other
  -- writers to commit).
  p_type.indexed := array(select i from unnest(p_type.indexed) i where i.is_unique);
  v_rows := app.index_columns(p_type, p_objects);
  -- A sub-select in place of NOT EXISTS, which may become a join that reads the whole index.
  select e.property_id, e.object_id into v_property_id, v_object_id
  from unnest(v_rows.property_ids, v_rows.texts, v_rows.numbers, v_rows.object_ids,
    v_rows.uniques) e (property_id, text, number, object_id, is_unique)
  where e.is_unique and (
    select x.object_id from app.object_index x
    where x.tenant_id = p_type.tenant_id and x.property_id = e.property_id
      and x.text_value = e.text and x.number_value = e.number and x.object_id = e.object_id) is null
  limit 1;
  if v_object_id is not null then
    perform app.unique_fail(p_type, v_property_id, (
      select o.properties from unnest(p_objects) o where o.id = v_object_id));
  end if;
end $$;
comment on function app.unique_check is
  '409 UNIQUE_VIOLATION when a unique value of these objects did not get its index row';
