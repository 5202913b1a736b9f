create or replace function app.yearly_price(p_price numeric, p_seats integer, p_interval text)
returns numeric
language sql immutable as $$
  select p_price * case p_interval when 'year' then p_seats else p_seats * 12 end
$$;
comment on function app.yearly_price is
  'Returns the price of a subscription for a year. By the year, because a twelfth of a price has '
  'no last decimal';
