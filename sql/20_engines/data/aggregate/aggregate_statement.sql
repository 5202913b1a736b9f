create or replace function app.aggregate_statement(
  p_columns jsonb, p_order text, p_property_id text default null)
returns text
language sql immutable as $$
  select format($sql$
    select json_agg(json_build_object(%s)), max(r.total), max(r.mixed)
    from (
      select a.*, count(*) over () as total, min(case %s end) over () as mixed
      from (select %s from %s o group by %s) a
      %s limit $4) r
    $sql$,
    string_agg(format('%L, %s', c->>'name', c->>'answer'), ', ' order by n),
    coalesce(string_agg(format('when %1$s_low <> %1$s_high then %2$s', c->>'alias', n - 1), ' '
      order by n) filter (where c ? 'currency'), 'when false then 0'),
    string_agg(concat_ws(', ', format('%s as %s',
        case when p_property_id is not null and not c ? 'is_metric' then 'o.key'
          else c->>'sql' end, c->>'alias'), c->>'currency'), ', '
      order by n),
    case when p_property_id is null then 'app.objects_matching($1, $2, $3)'
      else format('app.index_keys($1, %L)', p_property_id) end,
    coalesce(string_agg(c->>'alias', ', ' order by n) filter (where not c ? 'is_metric'), '()'),
    'order by ' || nullif(p_order, ''))
  from jsonb_array_elements(p_columns) with ordinality e(c, n)
$$;
comment on function app.aggregate_statement is
  'The statement of an aggregate: $1 to $3 as app.objects_matching takes them, $4 the limit; with a '
  'property over its index instead of the objects. It '
  'answers rows, how many there are without the limit, and the first column (from 0) in which a '
  'group has amounts of several currencies';
