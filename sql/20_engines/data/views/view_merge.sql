create or replace function app.view_merge(
  p_type app.object_types, p_view app.views, args jsonb)
returns app.views
language plpgsql stable as $$
begin
  p_view.name := coalesce(args->>'name', p_view.name);
  p_view.visibility := coalesce(args->>'visibility', p_view.visibility, 'shared');
  p_view.is_default := coalesce((args->>'is_default')::boolean, p_view.is_default, false);
  if args ? 'filters' then
    perform app.compile_filter(p_type, args->'filters', 'filters');
    p_view.filters := case when args->'filters' = '{}' then '[]'
      when jsonb_typeof(args->'filters') = 'array' then args->'filters'
      else jsonb_build_array(args->'filters') end;
  end if;
  if args->'sort'->>'property' is not null then
    perform app.sort_check(p_type, args->'sort'->>'property');
    p_view.sort := '{"order": "asc"}'::jsonb || (args->'sort');
  elsif args ? 'sort' then
    p_view.sort := null;
  end if;
  if args ? 'columns' then
    p_view.columns := array(select jsonb_array_elements_text(args->'columns'));
    perform app.columns_check(p_type, p_view.columns, 'columns');
  end if;
  p_view.filters := coalesce(p_view.filters, '[]');
  p_view.columns := coalesce(p_view.columns, '{}');
  return p_view;
end $$;
comment on function app.view_merge is
  'A saved view with what a request sets, checked against the type; 400 for a filter, order or '
  'column that it does not know';
