create or replace function app.ledger_account_merge(
  p_ledger app.ledgers, p_old app.ledger_accounts, args jsonb)
returns app.ledger_accounts
language plpgsql stable as $$
declare
  v_new app.ledger_accounts := jsonb_populate_record(p_old,
    app.jsonb_pick(args, '{code,name,type,normal_side,currency,is_active,cash_flow,description,metadata}'));
  v_parent app.ledger_accounts;
begin
  if v_new.currency is not null and app.currency_decimals(v_new.currency) is null then
    perform app.invalid('currency', 'unknown_currency', 'must be a currency of ISO 4217 that is in use, such as USD');
  end if;
  v_new.normal_side := coalesce(v_new.normal_side,
    case when v_new.type in ('asset', 'expense') then 'debit' else 'credit' end);
  v_new.cash_flow := coalesce(v_new.cash_flow,
    case when v_new.type = 'equity' then 'financing' else 'operating' end);
  if args ? 'min_balance' then
    v_new.min_balance := app.money_parse('min_balance', args->>'min_balance',
      coalesce(v_new.currency, p_ledger.base_currency));
  end if;
  if args ? 'parent_id' then
    v_new.parent_id := null;
    if args->>'parent_id' is not null then
      v_parent := app.ledger_account_named(p_ledger.tenant_id, args->>'parent_id', 'parent_id');
      v_new.parent_id := v_parent.id;
    end if;
  end if;
  return v_new;
end $$;
comment on function app.ledger_account_merge is 'An account with what a request says of it';
