create or replace function app.listed_as(p_name text, p_rows json, p_found bigint)
returns json
language sql stable as $$
  select json_build_object(p_name, coalesce(p_rows, '[]'), 'total', least(p_found, 10000),
    'total_relation', case when p_found > 10000 then 'gte' else 'eq' end)
$$;
comment on function app.listed_as is
  'The answer of a list with an offset, {<p_name>: [], total, total_relation}: totals are exact up to '
  '10,000, so p_found was counted up to 10,001';
