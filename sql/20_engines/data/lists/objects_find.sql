create or replace function app.objects_find(
  p_type app.object_types, p_filter app.filter, p_sort text, p_is_descending boolean,
  p_after jsonb, p_limit integer)
returns app.objects[]
language plpgsql stable as $$
begin
  if app.filter_is_walk(p_type, p_filter, p_sort) is not true then
    p_filter := app.filter_plan(p_type, p_filter, 1000);
  end if;
  return array(
    select json_populate_record(null::app.objects, r.row)
    from unnest(app.objects_page(p_type, p_filter, p_sort, p_is_descending, p_after, p_limit))
      with ordinality r(row, n)
    order by r.n);
end $$;
comment on function app.objects_find is
  'A page of live objects that match a filter (null: all), read by the best index there is, for '
  'what needs rows: with what app.object_json shows of them';
