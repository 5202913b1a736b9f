create or replace function app.compile_filter(
  p_type app.object_types, p_filters jsonb, p_path text)
returns app.filter
language plpgsql stable as $$
declare v_part app.filter_part;
begin
  if p_filters is null or p_filters in ('[]', 'null') then return null; end if;
  v_part := app.filter_node(p_type, p_filters, p_path, 1, false, true,
    row(null, '{}', '{}', '{}', 0, false)::app.filter_part);
  return row(('strict ' || v_part.condition)::jsonpath,
    jsonb_build_object('v', v_part.variables), v_part.externals = '{}',
    to_jsonb(v_part.externals), to_jsonb(v_part.terms), null)::app.filter;
end $$;
comment on function app.compile_filter is
  'The filter language (docs/filters.md): checks a tree against a type and makes of it a jsonpath '
  'and what an index can serve; null for no filter. 400 INVALID_FILTER, UNKNOWN_PROPERTY or '
  'VALIDATION_ERROR names the path in the tree';
