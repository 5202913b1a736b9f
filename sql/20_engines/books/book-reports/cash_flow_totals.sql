create or replace function app.cash_flow_totals(
  p_base text, p_operating numeric, p_investing numeric, p_financing numeric, p_opening numeric, p_closing numeric)
returns json
language sql immutable as $$
  select json_build_object('operating', app.money_sum(p_operating, p_base), 'investing', app.money_sum(p_investing, p_base),
    'financing', app.money_sum(p_financing, p_base),
    'net_change', app.money_text(coalesce(p_operating, 0) + coalesce(p_investing, 0) + coalesce(p_financing, 0), p_base),
    'opening_cash', app.money_sum(p_opening, p_base), 'closing_cash', app.money_sum(p_closing, p_base))
$$;
comment on function app.cash_flow_totals is 'The totals of a cash flow statement; cash as the ledger has it, changes as they were added up';
