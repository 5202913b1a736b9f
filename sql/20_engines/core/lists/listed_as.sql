create or replace function app.listed_as(
  p_name text, p_rows json, p_found bigint, p_most bigint default 10000)
returns json
language sql stable as $$
  select json_build_object(p_name, coalesce(p_rows, '[]'), 'total', least(p_found, p_most),
    'total_relation', case when p_found > p_most then 'gte' else 'eq' end)
$$;
comment on function app.listed_as is
  'The answer of a list with an offset, {<p_name>: [], total, total_relation}: totals are exact up to '
  'p_most, so p_found was counted at least up to one more than that';
