create or replace function app.aggregate_order(p_columns jsonb, args jsonb)
returns text
language plpgsql stable as $$
declare
  v_sort text := args->>'sort';
  v_buckets jsonb := jsonb_path_query_array(p_columns, '$[*] ? (@.is_bucket == true)');
  v_metric jsonb := jsonb_path_query_first(p_columns, '$[*] ? (@.is_metric == true)');
  v_first jsonb := case
    when v_sort is not null then jsonb_path_query_array(
      p_columns, '$[*] ? (@.name == $name)', jsonb_build_object('name', v_sort))
    when v_buckets <> '[]' or v_metric is null then v_buckets
    else jsonb_build_array(v_metric) end;
  v_direction text := coalesce(args->>'order',
    case when v_sort is null and v_buckets = '[]' then 'desc' else 'asc' end);
begin
  if v_sort is not null and v_first = '[]' then
    perform app.invalid('sort', 'unknown_name', 'must be a field of the rows: '
      || coalesce((select string_agg(c->>'name', ', ') || app.nearest_hint(v_sort, array_agg(c->>'name'))
        from jsonb_array_elements(p_columns) c), ''));
  end if;
  return concat_ws(', ',
    (select string_agg(format('%s %s nulls last', o, v_direction), ', ' order by n, m)
     from jsonb_array_elements(v_first) with ordinality f(c, n)
     cross join jsonb_array_elements_text(f.c->'order') with ordinality e(o, m)),
    (select string_agg(format('%s nulls last', o), ', ' order by n, m)
     from jsonb_array_elements(p_columns) with ordinality f(c, n)
     cross join jsonb_array_elements_text(f.c->'order') with ordinality e(o, m)
     where not c ? 'is_metric'));
end $$;
comment on function app.aggregate_order is
  'Returns the order of an aggregate''s rows: by args.sort, otherwise by time, otherwise the '
  'largest of the first metric first; then by the groups; nulls last. 400 for a name that no row '
  'has';
