create or replace function app.trial_balance_totals(p_base text, p_opening numeric[], p_debit numeric, p_credit numeric, p_closing numeric[])
returns json
language sql immutable as $$
  select json_build_object(
    'opening_debit', app.money_sum(p_opening[1], p_base), 'opening_credit', app.money_sum(p_opening[2], p_base),
    'debit', app.money_sum(p_debit, p_base), 'credit', app.money_sum(p_credit, p_base),
    'closing_debit', app.money_sum(p_closing[1], p_base), 'closing_credit', app.money_sum(p_closing[2], p_base))
$$;
comment on function app.trial_balance_totals is 'The totals of a trial balance; openings and closings as [debit, credit]';
