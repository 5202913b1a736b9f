create or replace function app.min_balance_refuse(
  p_ledger app.ledgers, p_account app.ledger_accounts, p_balance numeric, p_path text)
returns void
language plpgsql immutable as $$
declare v_currency text := coalesce(p_account.currency, p_ledger.base_currency);
begin
  perform app.fail(409, 'INVARIANT_VIOLATED',
    format('The balance of account %s would be %s, below its min_balance of %s.', p_account.code,
      app.money_text(p_balance, v_currency), app.money_text(p_account.min_balance, v_currency)),
    jsonb_build_object('invariant', 'min_balance', 'account_id', p_account.id,
      'balance', app.money_text(p_balance, v_currency),
      'min_balance', app.money_text(p_account.min_balance, v_currency)), nullif(rtrim(p_path, '.'), ''));
end $$;
comment on function app.min_balance_refuse is 'Refuses with 409 INVARIANT_VIOLATED a balance below min_balance';
