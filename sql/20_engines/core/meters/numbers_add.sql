create or replace function app.numbers_add(p_numbers bigint[], p_more bigint[])
returns bigint[]
language plpgsql immutable as $$
begin
  if p_more is null then return p_numbers; end if;
  if p_numbers is null then return p_more; end if;
  return array(
    select coalesce(n.a, 0) + coalesce(n.b, 0)
    from unnest(p_numbers, p_more) with ordinality n(a, b, position) order by n.position);
end $$;
comment on function app.numbers_add is
  'Adds up the numbers in the same places of two arrays, as long as the longer one; null counts '
  'as empty';
