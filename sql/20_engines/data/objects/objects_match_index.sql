create or replace function app.objects_match_index(
  p_type app.object_types, p_names text[], p_keys jsonb[])
returns jsonb
language plpgsql stable as $$
declare
  v_filter app.filter := app.policy_filter(p_type, 'select');
  v_index text := p_type.definition->p_names[1]->>'id';
  v_texts text[] := '{}';
  v_numbers double precision[] := '{}';
  v_places text[] := '{}';
  v_candidates jsonb;
  v_alone text[];
  v_properties jsonb;
  v_ids text[];
  v_matches jsonb[] := '{}';
begin
  -- Worked out first: under row-level security only plain values become index conditions.
  for i in 1 .. cardinality(p_keys) loop
    v_texts := array_append(v_texts, app.index_text(p_keys[i]->p_names[1]));
    v_numbers := array_append(v_numbers, app.index_number(p_keys[i]->p_names[1]));
    v_places := array_append(v_places, concat_ws(' ', v_texts[i], v_numbers[i]));
  end loop;
  v_texts := array(select distinct t from unnest(v_texts) t);
  v_numbers := array(select distinct n from unnest(v_numbers) n);
  -- All at once, because planning a statement takes five times as long as looking up; in two steps, because as a join
  -- a plan made for few objects would read the whole type each time.
  select coalesce(json_object_agg(c.place, c.ids)::jsonb, '{}') into v_candidates
  from (
    select concat_ws(' ', x.text_value, x.number_value) as place, array_agg(x.object_id) as ids
    from app.object_index x
    where x.tenant_id = p_type.tenant_id and x.property_id = v_index
      and x.text_value = any (v_texts) and x.number_value = any (v_numbers)
    group by 1) c;
  v_alone := array(
    select c.value->>0 from jsonb_each(v_candidates) c where jsonb_array_length(c.value) = 1);
  select coalesce(json_object_agg(o.id, o.properties)::jsonb, '{}') into v_properties
  from app.objects o
  where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and o.id = any (v_alone)
    and not o.is_deleted and app.filter_holds(v_filter, row(o.*)::app.objects);
  for i in 1 .. cardinality(p_keys) loop
    v_ids := array(select jsonb_array_elements_text(v_candidates->v_places[i]));
    if cardinality(v_ids) = 1 and not app.match_holds(v_properties->v_ids[1], p_keys[i]) is true then
      v_ids := '{}';
    elsif cardinality(v_ids) > 1 then
      v_ids := array(
        select o.id from app.objects o
        where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
          and o.id = any (v_ids)
          and not o.is_deleted and app.match_holds(o.properties, p_keys[i])
          and app.filter_holds(v_filter, row(o.*)::app.objects) limit 2);
    end if;
    v_matches := array_append(v_matches, to_jsonb(v_ids));
  end loop;
  return (
    select coalesce(json_object_agg(m.n, m.ids)::jsonb, '{}')
    from unnest(v_matches) with ordinality m(ids, n));
end $$;
comment on function app.objects_match_index is
  'app.objects_match by the index of the first name: {number of the key: [up to two ids]}';
