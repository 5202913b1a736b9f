create or replace function app.import_error_counts(
  p_errors jsonb, p_counts jsonb, p_mapping jsonb)
returns jsonb
language sql immutable as $$
  select coalesce(json_agg(jsonb_build_object(
      'column', coalesce((
        select min(m.key) from jsonb_each(p_mapping) m where m.value = to_jsonb(k.property)),
        k.property, ''),
      'property', k.property, 'code', k.code, 'count', k.count, 'first_row', k.rows[1],
      'rows', to_jsonb(k.rows[1:3]), 'message', k.message)
    order by k.count desc, k.rows[1], k.property, k.code)::jsonb, '[]')
  from (
    select e.property, e.code, sum(e.count) as count, array_agg(e.row order by e.row) as rows,
      (array_agg(e.message order by e.row))[1] as message
    from (
      select x->>'property' as property, x->>'code' as code, 1 as count,
        (x->>'row')::integer as row, x->>'message' as message
      from jsonb_array_elements(p_errors) x
      union all
      select c->>'property', c->>'code', case when r.n = 1 then (c->>'count')::integer else 0 end,
        r.row::integer, c->>'message'
      from jsonb_array_elements(p_counts) c
      cross join lateral jsonb_array_elements_text(c->'rows') with ordinality r(row, n)) e
    group by 1, 2) k
$$;
comment on function app.import_error_counts is
  'The errors of an import by column and code, the most frequent first: '
  '[{column, property, code, count, first_row, rows: the first three, message}]. '
  'p_errors one by one, p_counts [{property, code, count, rows, message}] counted before';
