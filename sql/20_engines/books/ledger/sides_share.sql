create or replace function app.sides_share(p_amounts numeric[], p_rate numeric, p_base text)
returns numeric[]
language sql immutable as $$
  select array(
    select s.base from (
      select w.sign, (app.money_share(round(sum(abs(w.amount)) * p_rate, app.currency_decimals(p_base)),
        array_agg(abs(w.amount) order by w.n), p_base)) as parts, array_agg(w.n order by w.n) as places
      from (select u.amount, u.n, sign(u.amount) as sign from unnest(p_amounts) with ordinality u(amount, n)) w
      group by w.sign) g
    cross join lateral (
      select p.place, p.part * g.sign as base from unnest(g.places, g.parts) p(place, part)) s
    order by s.place)
$$;
comment on function app.sides_share is
  'Signed amounts by a rate in the base currency: the total of the debits and that of the credits are each converted, and shared among their lines';
