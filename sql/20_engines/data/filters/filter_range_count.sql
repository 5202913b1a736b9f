create or replace function app.filter_range_count(
  p_type app.object_types, p_filter app.filter, p_live bigint, p_most integer)
returns bigint
language plpgsql stable as $$
declare
  v_range jsonb := app.filter_range(p_filter);
  v_property text := v_range->>'property';
  v_text text := coalesce(v_range->'low'->>0, v_range->>'id_low');
  v_number double precision := v_range->'low'->>1;
  v_to_text text := coalesce(v_range->'high'->>0, v_range->>'id_high');
  v_to_number double precision := v_range->'high'->>1;
  v_creator text := v_range->'creators'->>0;
begin
  if v_range is null or p_most >= p_live then return p_live; end if;
  if v_property is not null then
    return (
      select count(*) from (
        select 1 from app.object_index x
        where x.tenant_id = p_type.tenant_id and x.property_id = v_property
          and (x.text_value, x.number_value) >= (v_text, v_number)
          and (x.text_value, x.number_value) <= (v_to_text, v_to_number)
        limit p_most) c);
  elsif v_creator is not null then
    return (
      select count(*) from (
        select 1 from app.objects o
        where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
          and o.created_by = v_creator
        limit p_most) c);
  end if;
  return (
    select count(*) from (
      select 1 from app.objects o
      where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
        and o.id >= v_text and o.id <= v_to_text
      limit p_most) c);
end $$;
comment on function app.filter_range_count is
  'How many objects a walk by app.filter_range meets, p_most at most; all of the type (p_live) '
  'without one';
