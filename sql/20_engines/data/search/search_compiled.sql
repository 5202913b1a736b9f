create or replace function app.search_compiled(p_type app.object_types, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_cap constant integer := 10000;  -- what is considered by rank
  v_most integer := case when args @> '{"count": "exact"}' then 10000 else 1000 end;
  v_limit integer := args->>'limit';
  v_is_ranked boolean := args ? 'query' and not args ? 'sort';
  v_sort text := app.sort_check(p_type, args->>'sort');
  v_is_descending boolean :=
    coalesce(args->>'order', case when args ? 'sort' then 'asc' else 'desc' end) = 'desc';
  v_binding text;
  v_after jsonb;
  v_filter app.filter;
  v_rows json[];
  v_ranks jsonb;
  v_total bigint;
  v_cursor text;
  v_page json;
begin
  if args ?| array['cursor', 'has_cursors'] then
    v_binding := app.search_binding(p_type.tenant_id, p_type.id, args);
    v_after := app.cursor_decode(v_binding, args->>'cursor');
  end if;
  if v_is_ranked then
    v_ranks := app.search_ranks(p_type, args->>'query', v_cap + 1);
    v_filter := app.compile_filter(p_type, args->'filters', 'filters');
    v_filter.ids := array(select jsonb_array_elements_text(v_ranks->'ids'));
    v_filter.terms := null;  -- the ids are those of the words
    perform app.filter_afford(p_type, v_filter, 2);
    v_rows := app.objects_ranked(p_type, v_filter, v_ranks, v_after, v_limit + 1);
  else
    v_filter := app.search_plan(p_type, v_sort, v_cap, args);
    v_rows := app.objects_page(
      p_type, v_filter, v_sort, v_is_descending, v_after, v_limit + 1);
  end if;

  if args->>'count' is distinct from 'none' then
    if app.filter_is_exact(v_filter, app.filter_range(v_filter)) then v_most := 10000; end if;
    v_total := case
      when args ? 'query' and v_filter.ids is null and args->'filters' is null
        and (v_after is not null or cardinality(v_rows) > v_limit)
        and not app.policy_limits(p_type) then v_most + 1  -- the index of words has named more than could be gone by
      else app.search_total(p_type, v_filter, v_rows, v_sort, v_is_descending,
        v_after is null, v_limit, v_most + 1) end;
  end if;
  if cardinality(v_rows) > v_limit then
    v_cursor := app.cursor_encode(coalesce(v_binding, app.search_binding(p_type.tenant_id, p_type.id, args)), case when v_is_ranked
        then app.rank_values(v_ranks, v_rows[v_limit]->>'id')
      else app.sort_values(v_rows[v_limit], v_sort) end);
    v_rows := v_rows[:v_limit];
  end if;
  v_page := app.search_answer(p_type, v_rows, v_cursor, v_total, case
    when v_filter.condition is not null or v_filter.ids is not null then v_most
    else v_total end, args);
  return case when args ? 'has_cursors'
    then app.page_cursors(v_page, v_binding, v_rows, v_sort, v_ranks) else v_page end;
end $$;
comment on function app.search_compiled is
  'The answer to any search {filters, query, sort, order, limit, cursor, count, properties, include, '
  'highlight, has_cursors}: {results, next_cursor, total, total_relation}, or as app.page_cursors. By rank it considers 10,000 matches; '
  'totals are exact up to 1,000, or 10,000 where one '
  'index counts them or count is exact';
