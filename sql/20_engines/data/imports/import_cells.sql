create or replace function app.import_cells(
  p_type app.object_types, p_rows jsonb[], p_numbers integer[],
  out items jsonb[], out errors jsonb)
language sql immutable as $$
  select coalesce(array_agg(r.item - coalesce(b.names, '{}') order by r.n), '{}'),
    jsonb_path_query_array(coalesce(
      jsonb_agg(b.errors order by r.n) filter (where b.names <> '{}'), '[]'), '$[*][*]')
  from unnest(p_rows, p_numbers) with ordinality r(item, number, n)
  cross join lateral (
    select array_agg(d.key order by d.key) as names,
      jsonb_agg(jsonb_build_object('row', r.number, 'property', d.key,
        'code', 'invalid_' || (d.value->>'type'),
        'message', 'must be ' || app.property_expectation(d.value)) order by d.key) as errors
    from jsonb_each(p_type.definition) d
    where not d.value ? 'required' and nullif(r.item->d.key, 'null') is not null
      and app.property_value(d.value, r.item->d.key) is null) b
$$;
comment on function app.import_cells is
  'The rows of an import without the values that do not fit properties which are not required, and '
  'an error for each of these';
