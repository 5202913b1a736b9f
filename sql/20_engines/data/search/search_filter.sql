create or replace function app.search_filter(p_type app.object_types, args jsonb)
returns app.filter
language plpgsql stable as $$
declare
  v_filter app.filter := app.compile_filter(p_type, args->'filters', 'filters');
  v_query tsquery;
begin
  if not args ? 'query' then return v_filter; end if;
  v_query := app.words_query(args->>'query');
  v_filter.externals := coalesce(v_filter.externals, '[]');
  v_filter.condition := coalesce(v_filter.condition::text || ' && ', 'strict ')
    || format('$x[%s] == true', jsonb_array_length(v_filter.externals));
  v_filter.externals := v_filter.externals || jsonb_build_object('matches', v_query::text);
  v_filter.asked := coalesce(v_filter.asked, jsonb_build_object('leaves', 0, 'text', '',
    'externals', jsonb_array_length(v_filter.externals) - 1));
  v_filter.variables := coalesce(v_filter.variables, '{}');
  v_filter.is_plain := false;
  v_filter.terms := coalesce(v_filter.terms, '[]')
    || case when numnode(v_query) > 0 then jsonb_build_object('words', v_query::text) else '[]' end;
  return v_filter;
end $$;
comment on function app.search_filter is
  'Returns the filter of a search: args.filters, and the words of args.query in any text of the '
  'object';
