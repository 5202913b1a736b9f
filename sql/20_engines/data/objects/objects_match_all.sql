create or replace function app.objects_match_all(
  p_type app.object_types, p_names text[], p_keys jsonb[])
returns jsonb
language plpgsql stable as $$
declare
  v_filter app.filter := app.policy_filter(p_type, 'select');
  v_numbers jsonb := (
    select json_object_agg(k.hash, k.numbers)::jsonb from (
      select app.match_hash(key, p_names) as hash, json_agg(n)::jsonb as numbers
      from unnest(p_keys) with ordinality u(key, n) group by 1) k);
  v_price double precision := 2.5 + 0.5 * cardinality(p_names);
begin
  perform app.filter_afford(p_type, v_filter, 1, v_price, p_names[1]);
  return coalesce((
    select json_object_agg(m.n, m.ids)::jsonb from (
      select n.n, json_agg(o.id)::jsonb as ids
      from app.objects o
      cross join lateral jsonb_array_elements_text(
        v_numbers->app.match_hash(o.properties, p_names)) n(n)
      where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and not o.is_deleted
        and v_numbers ? app.match_hash(o.properties, p_names)
        and app.match_holds(o.properties, p_keys[n.n::integer])
        and app.filter_holds(v_filter, row(o.*)::app.objects)
      group by n.n) m), '{}');
end $$;
comment on function app.objects_match_all is
  'app.objects_match without an index: reads the type once for all keys, {number of the key: '
  '[ids]}; 400 FILTER_TOO_EXPENSIVE where it is too large for that';
