create or replace function api.accounting_report_trial_balance(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_ledger app.ledgers := app.ledger_find(tenant);
  v_to date := coalesce((args->>'to')::date, app.ledger_today(v_ledger));
  v_from date := coalesce((args->>'from')::date, app.fiscal_year_day(v_ledger.fiscal_year_start,
    app.fiscal_year(v_ledger.fiscal_year_start, v_to)));
  v_depth integer := coalesce((args->>'depth')::integer, 8);
  v_done text;
begin
  v_done := app.range_check(args, v_from, v_to);
  return (
    select json_build_object('report', 'trial-balance', 'currency', v_ledger.base_currency, 'from', v_from, 'to', v_to,
      'rows', coalesce(json_agg(r.shown order by r.path) filter (
        where r.level <= v_depth and (r.is_used or args @> '{"include_zero": true}')), '[]'),
      'totals', json_build_object(
        'opening_debit', app.money_text(coalesce(sum(greatest(r.opening, 0)) filter (where r.is_leaf), 0), v_ledger.base_currency),
        'opening_credit', app.money_text(coalesce(sum(greatest(-r.opening, 0)) filter (where r.is_leaf), 0), v_ledger.base_currency),
        'debit', app.money_text(coalesce(sum(r.debit) filter (where r.is_leaf), 0), v_ledger.base_currency),
        'credit', app.money_text(coalesce(sum(r.credit) filter (where r.is_leaf), 0), v_ledger.base_currency),
        'closing_debit', app.money_text(coalesce(sum(greatest(r.opening + r.debit - r.credit, 0)) filter (where r.is_leaf), 0), v_ledger.base_currency),
        'closing_credit', app.money_text(coalesce(sum(greatest(r.credit - r.debit - r.opening, 0)) filter (where r.is_leaf), 0), v_ledger.base_currency)),
      'generated_at', clock_timestamp())
    from app.trial_balance(v_ledger, v_from, v_to) r);
end $$;
comment on function api.accounting_report_trial_balance is 'Get the trial balance of a range of days';
