create or replace function app.objects_match(
  p_type app.object_types, p_names text[], p_keys jsonb[])
returns text[]
language plpgsql stable as $$
declare
  v_key jsonb;
  v_ids text[] := '{}';
  v_candidates text[];
  v_matches text[];
  v_index text := p_type.definition->p_names[1]->>'id';
  v_text text;
  v_number double precision;
  v_filter app.filter := app.policy_filter(p_type, 'select');
begin
  foreach v_key in array p_keys loop
    -- Worked out first: under row-level security only plain values become index conditions.
    v_text := app.index_text(v_key->p_names[1]);
    v_number := app.index_number(v_key->p_names[1]);
    if p_type.definition->p_names[1] ? 'ready' then
      -- In two steps: as a join, a plan made for few objects would read the whole type each time.
      v_candidates := array(
        select x.object_id from app.object_index x
        where x.tenant_id = p_type.tenant_id and x.property_id = v_index
          and x.text_value = v_text and x.number_value = v_number);
      v_matches := array(
        select o.id from app.objects o
        where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
          and o.id = any (v_candidates)
          and not o.is_deleted and app.match_holds(o.properties, v_key)
          and app.filter_holds(v_filter, o) limit 2);
    else
      v_matches := array(
        select o.id from app.objects o
        where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and not o.is_deleted
          and app.match_holds(o.properties, v_key) limit 2);
    end if;
    if cardinality(v_matches) > 1 then
      perform app.fail(409, 'INVALID_STATE',
        format('objects[%s] matches more than one object. Match on a unique property.',
          cardinality(v_ids)), null, 'match_on');
    end if;
    v_ids := array_append(v_ids, v_matches[1]);
  end loop;
  return v_ids;
end $$;
comment on function app.objects_match is
  'For each key the id of the live object with these values that the caller may see, or null. '
  'Fast when the first name is indexed, else it reads the type';
