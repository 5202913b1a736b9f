create or replace function app.import_keys(
  p_type app.object_types, p_names text[], p_rows jsonb[])
returns jsonb[]
language sql immutable as $$
  select array_agg(k.key order by k.n)
  from (
    select r.n, case when bool_and(coalesce(v.value, 'null') <> 'null')
      then json_object_agg(m.name, v.value)::jsonb end as key
    from unnest(p_rows) with ordinality r(item, n) cross join unnest(p_names) m(name)
    cross join lateral (
      select coalesce(app.property_value(p_type.definition->m.name, r.item->m.name),
        r.item->m.name) as value) v
    group by r.n) k
$$;
comment on function app.import_keys is
  'For each row the values by which it finds its object, {name: value} in normal form; '
  'null when one is missing';
