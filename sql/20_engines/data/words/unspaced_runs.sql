create or replace function app.unspaced_runs(p_query text)
returns text
language sql immutable as $$
  select string_agg(distinct run.found[1], '|' order by run.found[1] desc)
  from regexp_matches(p_query, '(-?)("[^"]*"|[^\s"]+)', 'g') chunk(found)
  cross join lateral regexp_matches(chunk.found[2], '[' || app.unspaced() || ']+', 'g') run(found)
  where chunk.found[1] = ''
$$;
comment on function app.unspaced_runs is
  'Returns the part of a query in scripts without spaces, as a regular expression, a longer one '
  'before what it begins with; null for nothing';
