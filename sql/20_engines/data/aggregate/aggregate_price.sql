create or replace function app.aggregate_price(p_columns jsonb)
returns double precision
language sql immutable as $$
  select coalesce(sum(case
    when c->>'sql' = 'count(*)' then 0.1
    when c->>'sql' like '%app.value\_key(%' or c ? 'currency' then 10
    else 1.1 end), 0)
  from jsonb_array_elements(p_columns) c
$$;
comment on function app.aggregate_price is
  'Returns the cost of an aggregate''s columns (app.aggregate_columns) per object, in '
  'microseconds, as measured; amounts of money cost most';
