create or replace function app.objects_find(
  p_type app.object_types, p_filter app.filter, p_sort text, p_is_descending boolean,
  p_after jsonb, p_limit integer)
returns app.objects[]
language sql stable as $$
  select app.objects_page(p_type,
    case when app.filter_is_walk(p_type, p_filter, p_sort) then p_filter
      else app.filter_plan(p_type, p_filter, 1000) end,
    p_sort, p_is_descending, p_after, p_limit)
$$;
comment on function app.objects_find is
  'A page of live objects that match a filter (null: all), read by the best index there is';
