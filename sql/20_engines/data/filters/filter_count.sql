create or replace function app.filter_count(
  p_type app.object_types, p_filter app.filter, p_cap integer)
returns integer
language plpgsql stable as $$
declare
  v_range jsonb := case when p_filter.ids is null then app.filter_range(p_filter) end;
  v_property text := v_range->>'property';
  v_text text := v_range->'low'->>0;
  v_number double precision := v_range->'low'->>1;
  v_to_text text := v_range->'high'->>0;
  v_to_number double precision := v_range->'high'->>1;
  v_not_text text := v_range->'except'->0->>0;
  v_not_number double precision := v_range->'except'->0->>1;
  v_nor_text text := v_range->'except'->1->>0;
  v_nor_number double precision := v_range->'except'->1->>1;
begin
  if app.filter_is_exact(p_filter, v_range) then
    return (
      select count(*) from (
        select from app.object_index x
        where x.tenant_id = p_type.tenant_id and x.property_id = v_property
          and (x.text_value, x.number_value) >= (v_text, v_number)
          and (x.text_value, x.number_value) <= (v_to_text, v_to_number)
          and (v_not_text is null or (x.text_value, x.number_value) <> (v_not_text, v_not_number))
          and (v_nor_text is null or (x.text_value, x.number_value) <> (v_nor_text, v_nor_number))
        limit p_cap) c);
  end if;
  return (
    select count(*) from (
      select from app.objects_matching(p_type, p_filter, v_range) limit p_cap) c);
end $$;
comment on function app.filter_count is
  'How many live objects match a planned filter, p_cap at most';
