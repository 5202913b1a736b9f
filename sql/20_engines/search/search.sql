create or replace function app.search(p_type app.object_types, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_cap constant integer := 10000;
  v_filter app.filter := app.compile_filter(p_type, args->'filters', 'filters');
  v_sort text := case when args ? 'sort' then app.sort_check(p_type, args->>'sort')
    when args ? 'query' then 'rank' else 'id' end;
  v_is_descending boolean :=
    coalesce(args->>'order', case when args ? 'sort' then 'asc' else 'desc' end) = 'desc';
  v_limit integer := args->>'limit';
  v_binding text := concat_ws('|', 'object.search', p_type.tenant_id, p_type.id, v_sort,
    v_is_descending, args->'filters', args->'query');
  v_after jsonb := app.cursor_decode(v_binding, args->>'cursor');
  v_objects app.objects[];
  v_ids text[];
  v_ranks real[];
  v_total integer;
  v_cursor text;
begin
  if v_sort = 'rank' then
    select s.ids, s.ranks into v_ids, v_ranks
    from app.search_ids(p_type.tenant_id, p_type.id,
      websearch_to_tsquery('simple', args->>'query'), v_cap + 1, true) s;
    v_objects := app.objects_ranked(p_type, v_filter, v_ids, v_ranks, v_after, v_limit + 1);
    v_filter.ids := coalesce(v_ids, '{}');
  else
    if args ? 'query' then v_filter := app.search_filter(p_type, args); end if;
    -- One condition alone needs no choice: its index has the objects in the order of their ids.
    if v_sort <> 'id' or jsonb_array_length(v_filter.terms) > 1
      or not coalesce(v_filter.terms @? '$[0].keys ? (@.size() == 1)', false) then
      v_filter := app.filter_plan(p_type, v_filter, 1000);
    end if;
    v_objects := app.objects_page(
      p_type, v_filter, v_sort, v_is_descending, v_after, v_limit + 1);
  end if;

  if args->>'count' = 'none' then null;
  elsif v_after is null and cardinality(v_objects) <= v_limit then
    v_total := cardinality(v_objects);
  elsif v_filter.condition is null and v_sort <> 'rank' then
    v_total := (app.object_total(p_type.tenant_id, p_type.id)).live;
  else
    v_total := app.filter_count(p_type, v_filter, v_cap + 1);
  end if;
  if cardinality(v_objects) > v_limit then
    v_cursor := app.cursor_encode(v_binding, case v_sort
      when 'rank' then jsonb_build_array(
        v_ranks[array_position(v_ids, (v_objects[v_limit]).id::text)], (v_objects[v_limit]).id)
      else app.sort_values(v_objects[v_limit], v_sort) end);
  end if;
  return json_build_object(
    'results', app.search_results(p_type, v_objects[:v_limit], args),
    'next_cursor', v_cursor,
    'total', case when v_filter.condition is null and v_sort <> 'rank' then v_total
      else least(v_total, v_cap) end,
    'total_relation', case when v_total > v_cap
      and (v_filter.condition is not null or v_sort = 'rank') then 'gte' else 'eq' end);
end $$;
comment on function app.search is
  'The answer to a search {filters, query, sort, order, limit, cursor, count, properties, include, '
  'highlight}: {results, next_cursor, total, total_relation}. By rank it considers the first 10,000 '
  'matches; totals are exact up to 10,000';
