create or replace function app.vectors_near(
  p_searched app.searched_vectors, p_vector real[], p_limit integer, p_min double precision)
returns jsonb
language plpgsql stable as $$
declare
  v_schema text := app.vector_index_schema(p_searched.tenant_id, p_searched.collection);
  -- An index errs less than the signs do.
  v_looked integer := case when v_schema is null then greatest(200, p_limit * 8) else greatest(100, p_limit * 4) end;
  v_ids text[];
  v_near record;
  v_result jsonb;
  v_results jsonb;
begin
  loop
    v_ids := case when v_schema is null
      then app.vector_ids_by_bits(p_searched.tenant_id, p_searched.collection, p_vector, v_looked)
      else app.vector_ids_by_index(p_searched.tenant_id, p_searched.collection, p_vector, v_looked, v_schema) end;
    v_results := '[]';
    for v_near in
      select row(v.*)::app.vectors as vector,
        (select sum(n.a * n.b) from unnest(v.embedding, p_vector) n(a, b)) as score
      from app.vectors v
      where v.tenant_id = p_searched.tenant_id and v.collection = p_searched.collection and v.id = any (v_ids)
      order by 2 desc, v.id
    loop
      exit when v_near.score < p_min or jsonb_array_length(v_results) = p_limit;
      v_result := app.vector_shown(p_searched, v_near.vector, v_near.score);
      if v_result is not null then v_results := v_results || v_result; end if;
    end loop;
    exit when jsonb_array_length(v_results) = p_limit or cardinality(v_ids) < v_looked or v_looked >= 10000
      or v_near.score < p_min;
    v_looked := v_looked * 4;
  end loop;
  return v_results;
end $$;
comment on function app.vectors_near is
  'The vectors of a collection that are nearest to one, of length 1, by their cosine: some hundred candidates by their index or '
  'by the signs of their numbers, and more of them where filters or policies leave too few';
