create or replace function app.vector_ids_by_bits(p_tenant text, p_collection text, p_vector real[], p_limit integer)
returns text[]
language plpgsql stable as $$
declare
  v_bits bit varying := app.vector_bits(p_vector);
  v_planes bit varying[];
  v_dimensions constant integer := cardinality(p_vector);
  v_most integer;
  v_least bigint;
  v_ids text[];
begin
  -- A sign that differs weighs as much as the number of p_vector at its place, from 0 to 7: as three rows of bits.
  v_planes := array(
    select string_agg(case when n.weight & p.value <> 0 then '1' else '0' end, '' order by n.place)::bit varying
    from unnest('{1,2,4}'::integer[]) p(value), (
      select v.place, least(7, round(10 * abs(v.value) / max(abs(v.value)) over ()))::integer as weight
      from unnest(p_vector) with ordinality v(value, place)) n
    group by p.value order by p.value);
  -- Where one is near, it has neighbours, and what points elsewhere need not be weighed; otherwise each half of all counts.
  foreach v_most in array array[v_dimensions * 7 / 16, v_dimensions / 2, v_dimensions] loop
    select coalesce(array_agg(n.id order by n.weight, n.id), '{}'), min(n.count) into v_ids, v_least
    from (
      select b.id, bit_count(b.differing) as count, bit_count(b.differing & v_planes[1])
        + 2 * bit_count(b.differing & v_planes[2]) + 4 * bit_count(b.differing & v_planes[3]) as weight
      from (
        select b.id, b.bits # v_bits as differing from app.vector_bits b
        where b.tenant_id = p_tenant and b.collection = p_collection offset 0) b
      where bit_count(b.differing) <= v_most
      order by weight, b.id limit p_limit) n;
    exit when cardinality(v_ids) = p_limit
      and (v_most >= v_dimensions / 2 or v_least < v_dimensions * 3 / 8);
  end loop;
  return v_ids;
end $$;
comment on function app.vector_ids_by_bits is
  'The ids of up to p_limit vectors of a collection that are nearest to one by the signs of their numbers, the nearest first';
