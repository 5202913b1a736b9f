create or replace function app.sort_price(
  p_type app.object_types, p_filter app.filter, p_sort text)
returns double precision
language sql stable as $$
  select case when p_filter.ids is not null or p_sort = 'id' or p_type.definition->p_sort ? 'ready'
    then 0 else 2.5 end::double precision
$$;
comment on function app.sort_price is
  'Returns the cost of sorting one object by p_sort, in microseconds, without an index';
