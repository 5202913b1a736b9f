create or replace function app.numbers_add(p_numbers bigint[], p_more bigint[])
returns bigint[]
language sql immutable as $$
  select case when p_more is null then p_numbers when p_numbers is null then p_more
    else array(
      select coalesce(n.a, 0) + coalesce(n.b, 0)
      from unnest(p_numbers, p_more) with ordinality n(a, b, position) order by n.position) end
$$;
comment on function app.numbers_add is
  'The sums of the numbers in the same places of two arrays, as long as the longer one; null is none';
