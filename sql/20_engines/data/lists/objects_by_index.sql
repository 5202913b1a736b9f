create or replace function app.objects_by_index(
  p_tenant text, p_type_id text, p_filter app.filter, p_property_id text, p_range jsonb,
  p_is_descending boolean, p_after jsonb, p_limit integer)
returns json[]
language plpgsql stable as $$
declare
  v_missing constant text := app.index_text(null);
  v_low_text text := coalesce(p_range->'low'->>0, '');
  v_low_number double precision := coalesce(p_range->'low'->>1, '-Infinity');
  -- Without a range up to the missing values, (U+10FFFF, 1), which follow in either order.
  v_high_text text := coalesce(p_range->'high'->>0, v_missing);
  v_high_number double precision := coalesce(p_range->'high'->>1,
    case when p_is_descending then '0' else '1' end);
  v_text text := coalesce(p_after->>0,
    case when p_is_descending then v_high_text else v_low_text end);
  v_number double precision := coalesce(p_after->>1,
    (case when p_is_descending then v_high_number else v_low_number end)::text);
  v_id text := coalesce(p_after->>2, case when p_is_descending then '~' else '' end);
  v_rows json[] := '{}';
begin
  if not p_is_descending then
    return array(
      select found.row from (
        select x.object_id from app.object_index x
        where x.tenant_id = p_tenant and x.property_id = p_property_id
          and (x.text_value, x.number_value, x.object_id) > (v_text, v_number, v_id)
          and (x.text_value, x.number_value) <= (v_high_text, v_high_number)
        order by x.text_value, x.number_value, x.object_id offset 0) x
      cross join lateral (
        select app.object_json(row(o.*)::app.objects) as row from app.objects o
        where o.tenant_id = p_tenant and o.object_type_id = p_type_id
          and o.id = x.object_id and app.filter_holds(p_filter, row(o.*)::app.objects)
        offset 0) found
      limit p_limit);
  end if;

  if v_text <> v_missing or v_number <= 0 then
    v_rows := array(
      select found.row from (
        select x.object_id from app.object_index x
        where x.tenant_id = p_tenant and x.property_id = p_property_id
          and (x.text_value, x.number_value, x.object_id) < (v_text, v_number, v_id)
          and (x.text_value, x.number_value) >= (v_low_text, v_low_number)
        order by x.text_value desc, x.number_value desc, x.object_id desc offset 0) x
      cross join lateral (
        select app.object_json(row(o.*)::app.objects) as row from app.objects o
        where o.tenant_id = p_tenant and o.object_type_id = p_type_id
          and o.id = x.object_id and app.filter_holds(p_filter, row(o.*)::app.objects)
        offset 0) found
      limit p_limit);
    v_id := '~';
  end if;
  if p_range is null and cardinality(v_rows) < p_limit then
    v_rows := v_rows || app.objects_by_equal(p_tenant, p_type_id, p_filter,
      jsonb_build_object('property', p_property_id, 'key', jsonb_build_array(v_missing, 1)), true,
      v_id, p_limit - cardinality(v_rows));
  end if;
  return v_rows;
end $$;
comment on function app.objects_by_index is
  'A page of live objects in the order of an indexed property, within a range of it (p_range of '
  'app.filter_range; null: all), missing values last, ties by id; as app.object_json';
