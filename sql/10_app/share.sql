create or replace function app.share(p_total numeric, p_weights numeric[])
returns numeric[]
language sql immutable as $$
  select array(
    select s.part + (s.place <= p_total - s.parts)::integer
    from (
      select f.n, f.part, sum(f.part) over () as parts,
        row_number() over (order by f.rest desc, f.n) as place
      from (
        -- div and mod are exact, where a quotient would be rounded; mod is negative where the total is.
        select w.n, div(p_total * w.weight, t.weight) - (mod(p_total * w.weight, t.weight) < 0)::integer as part,
          mod(mod(p_total * w.weight, t.weight) + t.weight, t.weight) as rest
        from unnest(p_weights) with ordinality w(weight, n)
        cross join (select sum(u.weight) as weight from unnest(p_weights) u(weight)) t) f) s
    order by s.n)
$$;
comment on function app.share is
  'Shares a whole number among weights by largest remainder: each gets the floor of its share, and what is left goes, one each, to '
  'the largest fractions, the earlier of equal ones first';
