create or replace function api.accounting_report_trial_balance(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_ledger app.ledgers := app.ledger_find(tenant);
  v_base text := v_ledger.base_currency;
  v_days date[] := app.book_report_days(v_ledger, args, false);
  v_depth integer := coalesce((args->>'depth')::integer, 8);
begin
  return (
    select app.book_report_answer(v_ledger, 'trial-balance', args, v_days, false,
      json_agg(app.json_joined(r.head,
        json_build_object('opening', app.money_text(r.sign * r.opening, v_base), 'debit', app.money_text(r.debit, v_base),
          'credit', app.money_text(r.credit, v_base), 'balance', app.money_text(r.sign * r.closing, v_base)),
        case when args ? 'compare' then json_build_object('previous', app.money_text(r.sign * r.before_closing, v_base)) end,
        app.book_report_drill(r.id, v_days[1], v_days[2], null)) order by r.path)
        filter (where cardinality(r.path) <= v_depth and (r.is_used or args @> '{"include_zero": true}')),
      app.json_joined(
        app.trial_balance_totals(v_base,
          array[sum(greatest(r.opening, 0)) filter (where r.is_leaf), sum(greatest(-r.opening, 0)) filter (where r.is_leaf)],
          sum(r.debit) filter (where r.is_leaf), sum(r.credit) filter (where r.is_leaf),
          array[sum(greatest(r.closing, 0)) filter (where r.is_leaf), sum(greatest(-r.closing, 0)) filter (where r.is_leaf)]),
        case when args ? 'compare' then json_build_object('previous', app.trial_balance_totals(v_base,
          array[sum(greatest(r.before_opening, 0)) filter (where r.is_leaf),
            sum(greatest(-r.before_opening, 0)) filter (where r.is_leaf)],
          sum(r.before_debit) filter (where r.is_leaf), sum(r.before_credit) filter (where r.is_leaf),
          array[sum(greatest(r.before_closing, 0)) filter (where r.is_leaf),
            sum(greatest(-r.before_closing, 0)) filter (where r.is_leaf)])) end))
    from (
      select a.*, app.side_sign(a.normal_side) as sign, a.opening + a.debit - a.credit as closing,
        a.before_opening + a.before_debit - a.before_credit as before_closing
      from app.book_report_accounts(v_ledger, v_days, null) a) r);
end $$;
comment on function api.accounting_report_trial_balance is 'Get the trial balance of a range of days';
