create or replace function api.ledger_account_balance(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_account app.ledger_accounts := app.ledger_account_find(tenant, args->>'account_id');
  v_base text := (app.ledger_find(tenant)).base_currency;
  v_sign integer := app.side_sign(v_account.normal_side);
  v_ids text[] := app.ledger_leaves(v_account);
  v_at date := coalesce((args->>'at')::date, 'infinity');
begin
  return (
    select json_build_object('account_id', v_account.id, 'code', v_account.code, 'at', args->>'at', 'currency', v_base,
      'debit', app.money_text(coalesce(sum(c.base_debit), 0), v_base),
      'credit', app.money_text(coalesce(sum(c.base_credit), 0), v_base),
      'balance', app.money_text(v_sign * coalesce(sum(c.base_debit - c.base_credit), 0), v_base),
      'by_currency', coalesce(json_agg(json_build_object('currency', c.currency,
        'debit', app.money_text(c.debit, c.currency), 'credit', app.money_text(c.credit, c.currency),
        'balance', app.money_text(v_sign * (c.debit - c.credit), c.currency),
        'base_balance', app.money_text(v_sign * (c.base_debit - c.base_credit), v_base)) order by c.currency), '[]'),
      'includes_children', cardinality(v_ids) > 1)
    from (
      select t.currency, sum(t.debit) as debit, sum(t.credit) as credit, sum(t.base_debit) as base_debit,
        sum(t.base_credit) as base_credit
      from app.ledger_totals(tenant, v_ids, '-infinity', v_at) t group by t.currency) c);
end $$;
comment on function api.ledger_account_balance is 'Get the balance of an account';
