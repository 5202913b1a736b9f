create or replace function app.objects_by_index(
  p_type app.object_types, p_property_id text, p_is_descending boolean, p_after jsonb,
  p_limit integer)
returns app.objects[]
language plpgsql stable as $$
declare
  v_missing constant text := app.index_text(null);
  v_text text := coalesce(p_after->>0, case when p_is_descending then v_missing else '' end);
  v_number double precision := coalesce((p_after->>1)::double precision,
    case when p_is_descending then 0 else '-Infinity'::double precision end);
  v_id text := coalesce(p_after->>2, '');
  v_ids text[];
begin
  if not p_is_descending then  -- missing values come last by themselves
    v_ids := array(
      select x.object_id from app.object_index x
      where x.tenant_id = p_type.tenant_id and x.property_id = p_property_id
        and (x.text_value, x.number_value, x.object_id) > (v_text, v_number, v_id)
      order by x.text_value, x.number_value, x.object_id limit p_limit);
  else
    if v_text <> v_missing or v_number = 0 then
      v_ids := array(
        select x.object_id from app.object_index x
        where x.tenant_id = p_type.tenant_id and x.property_id = p_property_id
          and (x.text_value, x.number_value, x.object_id) < (v_text, v_number, v_id)
        order by x.text_value desc, x.number_value desc, x.object_id desc limit p_limit);
      v_id := '~';
    end if;
    if coalesce(cardinality(v_ids), 0) < p_limit then
      v_ids := v_ids || array(
        select x.object_id from app.object_index x
        where x.tenant_id = p_type.tenant_id and x.property_id = p_property_id
          and x.text_value = v_missing and x.number_value = 1 and x.object_id < v_id
        order by x.object_id desc limit p_limit - coalesce(cardinality(v_ids), 0));
    end if;
  end if;
  return array(
    select o from app.objects o
    where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and o.id = any (v_ids)
    order by array_position(v_ids, o.id::text));
end $$;
comment on function app.objects_by_index is
  'A page of live objects in the order of an indexed property, missing values last, ties by id';
