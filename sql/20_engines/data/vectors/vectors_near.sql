create or replace function app.vectors_near(
  p_searched app.searched_vectors, p_vector real[], p_limit integer, p_min double precision)
returns jsonb
language plpgsql stable as $$
declare
  v_most constant integer := 20000;  -- of the nearest ones: how many are held against the filter
  v_enough constant integer := 3200;  -- candidates, if signs show little
  v_tenant text := p_searched.tenant_id;
  v_collection text := p_searched.collection;
  v_schema text := app.vector_index_schema(v_tenant, v_collection);
  -- As it is shown, with six places.
  v_least double precision := p_min - 5e-7;
  -- An index errs less than the signs do.
  v_looked integer := case when v_schema is null then greatest(200, p_limit * 8) else greatest(100, p_limit * 4) end;
  v_candidates text[];
  v_ids text[];
  v_scores double precision[];
  v_results jsonb;
  v_deepest integer;
begin
  if v_schema is null and app.vectors_are_few(v_tenant, v_collection, cardinality(p_vector)) then
    select c.ids, c.scores into v_ids, v_scores
    from app.vectors_compared(v_tenant, v_collection, p_vector, v_least, v_most) c;
    return app.vectors_listed(p_searched, v_ids, v_scores, p_limit);
  end if;
  loop
    v_candidates := case when v_schema is null
      then app.vector_ids_by_bits(v_tenant, v_collection, p_vector, v_looked)
      else app.vector_ids_by_index(v_tenant, v_collection, p_vector, v_looked, v_schema) end;
    select array_agg(n.id order by n.score desc, n.id), array_agg(n.score order by n.score desc, n.id) into v_ids, v_scores
    from (
      select v.id, app.vector_cosine(v.embedding, p_vector) as score from app.vectors v
      where v.tenant_id = v_tenant and v.collection = v_collection and v.id = any (v_candidates) offset 0) n
    where n.score >= v_least;
    v_results := app.vectors_listed(p_searched, v_ids, v_scores, p_limit);
    exit when cardinality(v_candidates) < v_looked or v_looked >= v_most;
    if jsonb_array_length(v_results) = p_limit or coalesce(cardinality(v_ids), 0) < v_looked then
      -- If signs show little, the nearest are anywhere among the candidates, and some beyond them.
      v_deepest := (
        select max(array_position(v_candidates, r.value->>'id')) from jsonb_array_elements(v_results) r);
      exit when v_schema is not null or v_looked >= v_enough or coalesce(v_deepest, 0) <= v_looked / 4;
    end if;
    v_looked := v_looked * 4;
  end loop;
  return v_results;
end $$;
comment on function app.vectors_near is
  'The vectors of a collection that are nearest to one, of length 1, by their cosine. All are compared where they are few; otherwise some '
  'hundred candidates by their index or by the signs of their numbers, and more of them where filters, policies or signs leave too few';
