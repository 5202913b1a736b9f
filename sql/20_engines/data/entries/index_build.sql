create or replace function app.index_build(
  p_type app.object_types, p_property app.properties, p_limit integer)
returns app.properties
language plpgsql volatile as $$
declare
  v_after text := coalesce(p_property.index_cursor, '');
  v_objects app.objects[];
  v_rows record;
  v_count integer;
  v_is_done boolean;
begin
  -- The share lock keeps a parallel change of an object from slipping between reading it and
  -- writing its row.
  v_objects := array(
    select row(o.*)::app.objects as o from app.objects o
    where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and not o.is_deleted
      and o.id > v_after
    order by o.id limit p_limit for share);
  v_count := cardinality(v_objects);
  p_type.indexed :=
    array[row(p_property.id, p_property.name, p_property.is_unique)::app.indexed_property];
  v_rows := app.index_columns(p_type, v_objects);
  insert into app.object_index
    (tenant_id, property_id, text_value, number_value, object_id, is_unique)
  select p_type.tenant_id, e.property_id, e.text, e.number, e.object_id, e.is_unique
  from unnest(v_rows.property_ids, v_rows.texts, v_rows.numbers, v_rows.object_ids,
    v_rows.uniques) e (property_id, text, number, object_id, is_unique)
  on conflict do nothing;
  if p_property.is_unique then perform app.unique_check(p_type, v_objects); end if;

  v_is_done := v_count < p_limit;
  update app.properties p set index_done = p.index_done + v_count,
    -- Objects come and go while the build runs: the total follows.
    index_total = case when v_is_done then p.index_done + v_count
      else greatest(p.index_total, p.index_done + v_count) end,
    index_cursor = case when not v_is_done then (v_objects[v_count]).id end,
    index_status = case when v_is_done then 'ready' else 'building' end
  where p.tenant_id = p_property.tenant_id and p.id = p_property.id returning * into p_property;
  return p_property;
end $$;
comment on function app.index_build is
  'Writes the index rows of the next p_limit objects of a type; '
  'index_status becomes ready with the last. 409 UNIQUE_VIOLATION';
