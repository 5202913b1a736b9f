create or replace function app.objects_match_index(
  p_type app.object_types, p_names text[], p_keys jsonb[])
returns jsonb
-- Planned once, whatever the tables hold then: planning takes five times as long as looking up.
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_filter app.filter := app.policy_filter(p_type, 'select');
  v_index text := p_type.definition->p_names[1]->>'id';
  v_matches jsonb[] := '{}';
  v_candidates text[];
  v_text text;
  v_number double precision;
begin
  for i in 1 .. cardinality(p_keys) loop
    -- Worked out first: under row-level security only plain values become index conditions.
    v_text := app.index_text(p_keys[i]->p_names[1]);
    v_number := app.index_number(p_keys[i]->p_names[1]);
    -- In two steps: as a join, a plan made for few objects would read the whole type each time.
    v_candidates := array(
      select x.object_id from app.object_index x
      where x.tenant_id = p_type.tenant_id and x.property_id = v_index
        and x.text_value = v_text and x.number_value = v_number);
    -- An array takes one more at once, where a jsonb is written anew for each.
    v_matches := array_append(v_matches, to_jsonb(array(
      select o.id from app.objects o
      where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
        and o.id = any (v_candidates)
        and not o.is_deleted and app.match_holds(o.properties, p_keys[i])
        and app.filter_holds(v_filter, row(o.*)::app.objects) limit 2)));
  end loop;
  return (
    select coalesce(jsonb_object_agg(m.n, m.ids), '{}')
    from unnest(v_matches) with ordinality m(ids, n));
end $$;
comment on function app.objects_match_index is
  'app.objects_match by the index of the first name: {number of the key: [up to two ids]}';
