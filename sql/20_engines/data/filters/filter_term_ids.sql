create or replace function app.filter_term_ids(
  p_type app.object_types, p_term jsonb, p_cap integer)
returns text[]
language plpgsql stable as $$
declare
  v_property text := p_term->>'property';
  v_text text;
  v_number double precision;
  v_to_text text;
  v_to_number double precision;
  v_texts text[];
  v_numbers double precision[];
begin
  if p_term ?| array['key', 'keys'] then
    select array_agg(k->>0), array_agg((k->>1)::double precision) into v_texts, v_numbers
    from jsonb_array_elements(coalesce(p_term->'keys', jsonb_build_array(p_term->'key'))) k;
    return array(
      select x.object_id from app.object_index x
      where x.tenant_id = p_type.tenant_id and x.property_id = v_property
        and x.text_value = any (v_texts) and x.number_value = any (v_numbers)
      limit p_cap + 1);
  elsif p_term ? 'low' then
    v_text := p_term->'low'->>0;
    v_number := p_term->'low'->>1;
    v_to_text := p_term->'high'->>0;
    v_to_number := p_term->'high'->>1;
    return array(
      select x.object_id from app.object_index x
      where x.tenant_id = p_type.tenant_id and x.property_id = v_property
        and (x.text_value, x.number_value) >= (v_text, v_number)
        and (x.text_value, x.number_value) <= (v_to_text, v_to_number)
      limit p_cap + 1);
  elsif p_term ? 'ids' then
    return array(select jsonb_array_elements_text(p_term->'ids'));
  elsif p_term ? 'creators' then
    return array(
      select o.id from jsonb_array_elements_text(p_term->'creators') c(id)
      cross join lateral (
        select o.id from app.objects o
        where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
          and o.created_by = c.id
        limit p_cap + 1) o
      limit p_cap + 1);
  elsif p_term ? 'words' then
    return (app.search_ids(
      p_type.tenant_id, p_type.id, (p_term->>'words')::tsquery, p_cap + 1, false)).ids;
  elsif p_term ? 'any' then
    return array(
      select distinct id from jsonb_array_elements(p_term->'any') t
      cross join lateral unnest(app.filter_term_ids(p_type, t, p_cap)) id
      limit p_cap + 1);
  elsif p_term ? 'association' then
    return app.filter_association_ids(p_type, p_term->'association', p_cap);
  end if;
  v_text := p_term->>'id_low';
  v_to_text := p_term->>'id_high';
  return array(
    select o.id from app.objects o
    where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
      and o.id >= v_text and o.id <= v_to_text
    limit p_cap + 1);
end $$;
comment on function app.filter_term_ids is
  'The ids that an index gives for a term of a filter; more than p_cap are cut off at p_cap + 1';
