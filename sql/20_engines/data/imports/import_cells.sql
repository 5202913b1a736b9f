create or replace function app.import_cells(
  p_type app.object_types, p_rows jsonb[], p_numbers integer[],
  out items jsonb[], out errors jsonb, out counts jsonb, out cells bigint)
language sql immutable as $$
  with bad as materialized (
    select r.n, r.number, d.key, d.value as definition
    from unnest(p_rows, p_numbers) with ordinality r(item, number, n)
    cross join lateral jsonb_each(p_type.definition) d
    where not d.value ? 'required' and nullif(r.item->d.key, 'null') is not null
      and app.property_value(d.value, r.item->d.key) is null),
  named as (select b.n, array_agg(b.key) as names from bad b group by b.n),
  counted as (
    select b.key, b.definition, count(*) as count,
      (array_agg(b.number order by b.number))[1:3] as rows
    from bad b group by b.key, b.definition)
  select
    (select coalesce(array_agg(r.item - coalesce(m.names, '{}') order by r.n), '{}')
     from unnest(p_rows) with ordinality r(item, n) left join named m on m.n = r.n),
    (select coalesce(json_agg(jsonb_build_object('row', b.number, 'property', b.key,
       'code', 'invalid_' || (b.definition->>'type'),
       'message', 'must be ' || app.property_expectation(b.definition)))::jsonb, '[]')
     from (select * from bad order by n, key limit 100) b),
    (select coalesce(json_agg(jsonb_build_object('property', c.key,
       'code', 'invalid_' || (c.definition->>'type'), 'count', c.count, 'rows', to_jsonb(c.rows),
       'message', 'must be ' || app.property_expectation(c.definition)))::jsonb, '[]') from counted c),
    (select count(*) from bad)
$$;
comment on function app.import_cells is
  'The rows of an import without the values that do not fit properties which are not required: '
  'the first 100 as errors, and all counted by property, as app.import_error_counts takes them';
