create or replace function app.vectors_worded(
  p_tenant text, p_collection text, p_query text, p_vector real[], p_filter app.filter, p_limit integer,
  p_min double precision)
returns jsonb
language plpgsql stable as $$
declare
  v_most constant integer := 1000;  -- what is considered
  v_ids text[] := app.vector_words_ids(p_tenant, p_collection, websearch_to_tsquery('simple', p_query), v_most);
  v_worded record;
  v_results jsonb := '[]';
begin
  for v_worded in
    select row(v.*)::app.vectors as vector,
      (select sum(n.a * n.b) from unnest(v.embedding, p_vector) n(a, b)) as score
    from unnest(v_ids) with ordinality i(id, place)
    cross join lateral (
      select * from app.vectors w
      where w.tenant_id = p_tenant and w.collection = p_collection and w.id = i.id
      offset 0) v
    order by i.place
  loop
    continue when v_worded.score < p_min or not app.vector_shows(v_worded.vector, p_filter);
    v_results := v_results || app.vector_result(v_worded.vector, v_worded.score);
    exit when jsonb_array_length(v_results) = p_limit;
  end loop;
  return v_results;
end $$;
comment on function app.vectors_worded is
  'The vectors of a collection whose texts have the words of a query, the best first, with their cosine to a vector; of a thousand '
  'with these words those that the filter and the policies leave';
