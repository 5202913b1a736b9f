create or replace function api.accounting_report_revaluation(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_ledger app.ledgers := app.ledger_find(tenant);
  v_base text := v_ledger.base_currency;
  v_days date[] := app.book_report_days(v_ledger, args, true);
begin
  return (
    select app.book_report_answer(v_ledger, 'revaluation', args, v_days, true,
      json_agg(app.json_joined(
        json_build_object('account_id', r.id, 'code', r.code, 'currency', r.currency,
          'balance', app.money_text(r.sign * r.balance, r.currency),
          'base_balance', app.money_text(r.sign * r.base_balance, v_base), 'rate', r.rate::text,
          'revalued', app.money_text(r.sign * r.revalued, v_base),
          'difference', app.money_text(r.sign * (r.revalued - r.base_balance), v_base)),
        app.book_report_drill(r.id, null, v_days[2], null)) order by r.code, r.currency),
      json_build_object('difference', app.money_sum(sum(r.revalued - r.base_balance), v_base)))
    from app.revaluations(v_ledger, v_days[2]) r);
end $$;
comment on function api.accounting_report_revaluation is 'Get what foreign currencies are worth on a day';
