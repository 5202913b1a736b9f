create or replace function app.search_plan(
  p_type app.object_types, p_sort text, p_cap integer, args jsonb)
returns app.filter
language plpgsql stable as $$
declare
  v_filter app.filter := app.search_filter(p_type, args);
  -- In the order of creation the total continues where the page ends.
  v_times integer := case when p_sort = 'id' or args @> '{"count": "none"}' then 1 else 2 end;
  v_sort_price double precision;
  v_is_walk boolean := app.filter_is_walk(p_type, v_filter, p_sort);
begin
  if v_is_walk is not true then
    v_filter := app.filter_plan(
      p_type, v_filter, case when args ? 'query' then p_cap else 1000 end);
  elsif app.filter_is_exact(v_filter, v_filter.terms->0) then
    return v_filter;  -- nothing but matches, and an index counts them
  end if;
  v_sort_price := app.sort_price(p_type, v_filter, p_sort);
  -- Only words, which more objects have than are counted: a walk soon meets enough of them.
  if v_filter.ids is null and v_filter.asked @> '{"leaves": 0}' and v_sort_price = 0 then
    return v_filter;
  end if;
  perform app.filter_afford(p_type, v_filter, v_times, v_sort_price, p_sort);
  return v_filter;
end $$;
comment on function app.search_plan is
  'How a search that is not by rank is read, if it can be afforded: 400 FILTER_TOO_EXPENSIVE';
