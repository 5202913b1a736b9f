create or replace function app.vectors_worded(
  p_searched app.searched_vectors, p_query text, p_vector real[], p_limit integer, p_min double precision)
returns jsonb
language plpgsql stable as $$
declare
  v_most constant integer := 1000;  -- what is considered
  v_query tsquery := app.words_query(p_query);
  v_ids text[];
  v_id text;
  v_vector app.vectors;
  v_score double precision;
  v_result jsonb;
  v_results jsonb := '[]';
begin
  if p_searched.object_type_id is null then
    v_ids := app.vector_words_ids(p_searched.tenant_id, p_searched.collection, v_query, v_most);
  else
    -- Objects have their words already, for the searches of objects.
    v_ids := (app.search_ids(p_searched.tenant_id, p_searched.object_type_id, v_query, v_most, true)).ids;
  end if;
  foreach v_id in array coalesce(v_ids, '{}') loop
    select * into v_vector from app.vectors v
    where v.tenant_id = p_searched.tenant_id and v.collection = p_searched.collection and v.id = v_id;
    v_score := app.vector_cosine(v_vector.embedding, p_vector);
    if v_vector.id is null then
      -- Its vector is still to be made.
      continue when p_searched.object_type_id is null;
      v_vector.id := v_id;
      v_vector.metadata := '{}';
      v_vector.object_type_id := p_searched.object_type_id;
      v_vector.object_id := v_id;
    end if;
    continue when coalesce(v_score, 0) < p_min - 5e-7;
    v_result := app.vector_shown(p_searched, v_vector, coalesce(v_score, 0));
    continue when v_result is null;
    v_results := v_results || v_result;
    exit when jsonb_array_length(v_results) = p_limit;
  end loop;
  return v_results;
end $$;
comment on function app.vectors_worded is
  'Finds texts with the words of a query, the best first, with their cosine to a vector: texts of '
  'vectors, or of an ai_index the objects themselves, also those whose vector is still to be made; '
  'of a thousand with these words those that the filter and the policies leave';
