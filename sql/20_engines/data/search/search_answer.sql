create or replace function app.search_answer(
  p_type app.object_types, p_rows json[], p_cursor text, p_total bigint,
  p_most bigint, args jsonb)
returns json
language sql stable as $$
  select app.paged(case when args ?| array['properties', 'include', 'highlight']
      then app.search_results(p_type, p_rows, args)
      else array_to_json(p_rows) end,
    p_cursor, p_total, p_most)
$$;
comment on function app.search_answer is 'A page of a search, of objects as app.object_json, as the API shows it';
