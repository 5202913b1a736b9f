create or replace function app.ledger_account_type(p_name text)
returns text
language sql immutable as $$
  select case
    when p_name in ('receivable', 'bank') then 'asset'
    when p_name in ('payable', 'employee_payable') then 'liability'
    when p_name in ('revenue', 'exchange_gain') then 'revenue'
    when p_name = 'retained_earnings' then 'equity'
    else 'expense' end
$$;
comment on function app.ledger_account_type is 'The type that a default account of the settings has';
