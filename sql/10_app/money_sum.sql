create or replace function app.money_sum(p_sum numeric, p_currency text)
returns text
language sql immutable as $$
  select app.money_text(coalesce(p_sum, 0), p_currency)
$$;
comment on function app.money_sum is 'A sum as the API shows it, which is zero where it is one of no rows (null)';
