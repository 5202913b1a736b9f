create or replace function app.profit_loss_totals(p_base text, p_revenue numeric, p_expense numeric)
returns json
language sql immutable as $$
  select json_build_object('revenue', app.money_sum(p_revenue, p_base), 'expense', app.money_sum(p_expense, p_base),
    'net_income', app.money_text(coalesce(p_revenue, 0) - coalesce(p_expense, 0), p_base))
$$;
comment on function app.profit_loss_totals is 'The totals of profit and loss';
