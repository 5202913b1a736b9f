create or replace function app.vectors_listed(
  p_searched app.searched_vectors, p_ids text[], p_scores double precision[], p_limit integer)
returns jsonb
language plpgsql stable as $$
declare
  v_vector app.vectors;
  v_result jsonb;
  v_results jsonb := '[]';
begin
  for v_place in 1 .. coalesce(cardinality(p_ids), 0) loop
    exit when jsonb_array_length(v_results) = p_limit;
    select * into v_vector from app.vectors v
    where v.tenant_id = p_searched.tenant_id and v.collection = p_searched.collection and v.id = p_ids[v_place];
    v_result := app.vector_shown(p_searched, v_vector, p_scores[v_place]);
    if v_result is not null then v_results := v_results || v_result; end if;
  end loop;
  return v_results;
end $$;
comment on function app.vectors_listed is
  'The first p_limit of the vectors p_ids that a search shows: those that fit its filter and stand for what the caller may see';
