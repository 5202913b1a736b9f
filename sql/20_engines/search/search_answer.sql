create or replace function app.search_answer(
  p_type app.object_types, p_objects app.objects[], p_cursor text, p_total integer,
  p_is_more boolean, args jsonb)
returns json
language plpgsql stable as $$
begin
  return json_build_object(
    'results', case when args ?| array['properties', 'include', 'highlight']
      then app.search_results(p_type, p_objects, args)
      else (select coalesce(json_agg(app.object_json(o)), '[]') from unnest(p_objects) o) end,
    'next_cursor', p_cursor,
    'total', case when p_is_more then 10000 else p_total end,
    'total_relation', case when p_is_more then 'gte' else 'eq' end);
end $$;
comment on function app.search_answer is 'A page of a search as the API shows it';
