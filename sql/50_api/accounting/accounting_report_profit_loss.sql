create or replace function api.accounting_report_profit_loss(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_ledger app.ledgers := app.ledger_find(tenant);
  v_base text := v_ledger.base_currency;
  v_days date[] := app.book_report_days(v_ledger, args, false);
  v_depth integer := coalesce((args->>'depth')::integer, 8);
begin
  return (
    select app.book_report_answer(v_ledger, 'profit-loss', args, v_days, false,
      json_agg(app.json_joined(r.head,
        json_build_object('balance', app.money_text(r.sign * r.movement, v_base), 'computed', null),
        case when args ? 'compare' then json_build_object('previous', app.money_text(r.sign * r.before, v_base)) end,
        app.book_report_drill(r.id, v_days[1], v_days[2], args->>'dimension')) order by r.path)
        filter (where cardinality(r.path) <= v_depth and (r.is_moved or args @> '{"include_zero": true}')),
      app.json_joined(
        app.profit_loss_totals(v_base, sum(-r.movement) filter (where r.is_leaf and r.type = 'revenue'),
          sum(r.movement) filter (where r.is_leaf and r.type = 'expense')),
        case when args ? 'compare' then json_build_object('previous', app.profit_loss_totals(v_base,
          sum(-r.before) filter (where r.is_leaf and r.type = 'revenue'),
          sum(r.before) filter (where r.is_leaf and r.type = 'expense'))) end))
    from (
      select a.*, app.side_sign(a.normal_side) as sign, a.debit - a.credit as movement, a.before_debit - a.before_credit as before
      from app.book_report_accounts(v_ledger, v_days, app.book_report_dimension(v_ledger, args)) a
      where a.type in ('revenue', 'expense')) r);
end $$;
comment on function api.accounting_report_profit_loss is 'Get profit and loss of a range of days';
