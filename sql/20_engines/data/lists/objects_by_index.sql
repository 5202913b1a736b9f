create or replace function app.objects_by_index(
  p_type app.object_types, p_filter app.filter, p_property_id text, p_is_descending boolean,
  p_after jsonb, p_limit integer)
returns app.objects[]
language plpgsql stable as $$
declare
  v_missing constant text := app.index_text(null);
  v_range jsonb := case when p_filter.terms <> '[]'
    then app.filter_range(p_filter, p_property_id) end;
  v_low_text text := coalesce(v_range->'low'->>0, '');
  v_low_number double precision := coalesce(v_range->'low'->>1, '-Infinity');
  -- Without a range up to the missing values, (U+10FFFF, 1), which follow in either order.
  v_high_text text := coalesce(v_range->'high'->>0, v_missing);
  v_high_number double precision := coalesce(v_range->'high'->>1,
    case when p_is_descending then '0' else '1' end);
  v_text text := coalesce(p_after->>0,
    case when p_is_descending then v_high_text else v_low_text end);
  v_number double precision := coalesce(p_after->>1,
    (case when p_is_descending then v_high_number else v_low_number end)::text);
  v_id text := coalesce(p_after->>2, case when p_is_descending then '~' else '' end);
  v_objects app.objects[] := '{}';
begin
  if not p_is_descending then
    return array(
      select found.o from (
        select x.object_id from app.object_index x
        where x.tenant_id = p_type.tenant_id and x.property_id = p_property_id
          and (x.text_value, x.number_value, x.object_id) > (v_text, v_number, v_id)
          and (x.text_value, x.number_value) <= (v_high_text, v_high_number)
        order by x.text_value, x.number_value, x.object_id offset 0) x
      cross join lateral (
        select o from app.objects o
        where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
          and o.id = x.object_id and app.filter_holds(p_filter, o)
        offset 0) found
      limit p_limit);
  end if;

  if v_text <> v_missing or v_number <= 0 then
    v_objects := array(
      select found.o from (
        select x.object_id from app.object_index x
        where x.tenant_id = p_type.tenant_id and x.property_id = p_property_id
          and (x.text_value, x.number_value, x.object_id) < (v_text, v_number, v_id)
          and (x.text_value, x.number_value) >= (v_low_text, v_low_number)
        order by x.text_value desc, x.number_value desc, x.object_id desc offset 0) x
      cross join lateral (
        select o from app.objects o
        where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
          and o.id = x.object_id and app.filter_holds(p_filter, o)
        offset 0) found
      limit p_limit);
    v_id := '~';
  end if;
  if v_range is null and cardinality(v_objects) < p_limit then
    v_objects := v_objects || array(
      select found.o from (
        select x.object_id from app.object_index x
        where x.tenant_id = p_type.tenant_id and x.property_id = p_property_id
          and x.text_value = v_missing and x.number_value = 1 and x.object_id < v_id
        order by x.object_id desc offset 0) x
      cross join lateral (
        select o from app.objects o
        where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
          and o.id = x.object_id and app.filter_holds(p_filter, o)
        offset 0) found
      limit p_limit - cardinality(v_objects));
  end if;
  return v_objects;
end $$;
comment on function app.objects_by_index is
  'A page of live objects in the order of an indexed property, within the range that the filter '
  'gives it, missing values last, ties by id';
