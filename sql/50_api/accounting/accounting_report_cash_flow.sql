create or replace function api.accounting_report_cash_flow(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_ledger app.ledgers := app.ledger_find(tenant);
  v_base text := v_ledger.base_currency;
  v_days date[] := app.book_report_days(v_ledger, args, false);
  v_depth integer := coalesce((args->>'depth')::integer, 8);
begin
  return (
    with accounts as materialized (
      select a.*, a.type in ('revenue', 'expense') as is_earned from app.book_report_accounts(v_ledger, v_days, null) a),
    flows as (
      -- Net income is one row; an account deeper than asked for is counted in the one above it.
      select case when a.is_earned then 'operating' else a.cash_flow end as section,
        case when not a.is_earned then a.ids[least(v_depth, cardinality(a.ids))] end as account_id,
        sum(a.credit - a.debit) as amount, sum(a.before_credit - a.before_debit) as before,
        bool_or(a.is_moved) as is_moved
      from accounts a where a.is_leaf and (a.is_earned or a.cash_flow <> 'cash') group by 1, 2),
    cash as (
      select coalesce(sum(a.opening), 0) as opening, coalesce(sum(a.opening + a.debit - a.credit), 0) as closing,
        coalesce(sum(a.before_opening), 0) as before_opening,
        coalesce(sum(a.before_opening + a.before_debit - a.before_credit), 0) as before_closing
      from accounts a where a.is_leaf and not a.is_earned and a.cash_flow = 'cash')
    select app.book_report_answer(v_ledger, 'cash-flow', args, v_days, false,
      json_agg(app.json_joined(
        json_build_object('section', f.section, 'account_id', f.account_id, 'code', n.code,
          'name', coalesce(n.name, 'Net income'), 'amount', app.money_text(f.amount, v_base)),
        case when args ? 'compare' then json_build_object('previous', app.money_text(f.before, v_base)) end,
        app.book_report_drill(f.account_id, v_days[1], v_days[2], null))
        order by array_position('{operating,investing,financing}', f.section), n.path nulls first)
        filter (where f.is_moved or args @> '{"include_zero": true}'),
      app.json_joined(
        app.cash_flow_totals(v_base, sum(f.amount) filter (where f.section = 'operating'),
          sum(f.amount) filter (where f.section = 'investing'),
          sum(f.amount) filter (where f.section = 'financing'), min(c.opening), min(c.closing)),
        case when args ? 'compare' then json_build_object('previous', app.cash_flow_totals(v_base,
          sum(f.before) filter (where f.section = 'operating'),
          sum(f.before) filter (where f.section = 'investing'),
          sum(f.before) filter (where f.section = 'financing'), min(c.before_opening), min(c.before_closing))) end))
    from cash c left join flows f on true left join accounts n on n.id = f.account_id);
end $$;
comment on function api.accounting_report_cash_flow is 'Get the cash flow of a range of days';
