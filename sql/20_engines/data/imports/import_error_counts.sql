create or replace function app.import_error_counts(p_errors jsonb, p_mapping jsonb)
returns jsonb
language sql immutable as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'column', coalesce((
        select min(m.key) from jsonb_each(p_mapping) m where m.value = to_jsonb(c.property)),
        c.property, ''),
      'property', c.property, 'code', c.code, 'count', c.count, 'first_row', c.rows[1],
      'rows', to_jsonb(c.rows[1:3]), 'message', c.message)
    order by c.count desc, c.rows[1], c.property, c.code), '[]')
  from (
    select e.error->>'property' as property, e.error->>'code' as code, count(*) as count,
      array_agg((e.error->>'row')::integer order by (e.error->>'row')::integer, e.n) as rows,
      (array_agg(e.error->>'message' order by (e.error->>'row')::integer, e.n))[1] as message
    from jsonb_array_elements(p_errors) with ordinality e(error, n)
    group by 1, 2) c
$$;
comment on function app.import_error_counts is
  'The errors of an import by column and code, the most frequent first: '
  '[{column, property, code, count, first_row, rows: the first three, message}]';
