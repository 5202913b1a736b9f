create or replace function app.money_share(p_total numeric, p_weights numeric[], p_currency text)
returns numeric[]
language sql immutable as $$
  select array(
    select s.part * ('1e-' || app.currency_decimals(p_currency))::numeric
    from unnest(app.share(p_total * ('1e' || app.currency_decimals(p_currency))::numeric, p_weights))
      with ordinality s(part, n)
    order by s.n)
$$;
comment on function app.money_share is
  'Shares an amount among weights by largest remainder, in the smallest unit of its currency';
