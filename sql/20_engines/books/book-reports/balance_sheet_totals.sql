create or replace function app.balance_sheet_totals(p_base text, p_assets numeric, p_liabilities numeric, p_equity numeric)
returns json
language sql immutable as $$
  select json_build_object('assets', app.money_sum(p_assets, p_base), 'liabilities', app.money_sum(p_liabilities, p_base),
    'equity', app.money_sum(p_equity, p_base), 'liabilities_and_equity', app.money_sum(coalesce(p_liabilities, 0) + coalesce(p_equity, 0), p_base))
$$;
comment on function app.balance_sheet_totals is 'The totals of a balance sheet, each positive on its side';
