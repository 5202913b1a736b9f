create or replace function app.objects_ranked(
  p_type app.object_types, p_filter app.filter, p_ranks jsonb, p_after jsonb, p_limit integer)
returns json[]
language plpgsql stable as $$
declare
  v_ranks real[] := array(select jsonb_array_elements_text(p_ranks->'ranks')::real);
  v_rank real := p_after->>0;
  v_id text := p_after->>1;
begin
  return array(
    select found.row from (
      select r.id, r.rank from unnest(p_filter.ids, v_ranks) r(id, rank)
      where p_after is null or (r.rank, r.id collate "C") < (v_rank, v_id)
      offset 0) r
    cross join lateral (
      select app.object_json(row(o.*)::app.objects) as row from app.objects o
      where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and o.id = r.id
        and not o.is_deleted and app.filter_holds(p_filter, row(o.*)::app.objects)
      offset 0) found
    limit p_limit);
end $$;
comment on function app.objects_ranked is
  'A page of the objects that a full text query found (p_ranks of app.search_ranks, the same ids '
  'as p_filter.ids), the best first, that match the filter besides';
