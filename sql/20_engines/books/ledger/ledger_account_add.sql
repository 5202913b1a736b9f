create or replace function app.ledger_account_add(p_ledger app.ledgers, args jsonb)
returns app.ledger_accounts
language plpgsql volatile as $$
declare
  v_old app.ledger_accounts;
  v_new app.ledger_accounts;
  v_now timestamptz := clock_timestamp();
  v_done text;
begin
  v_old.tenant_id := p_ledger.tenant_id;
  v_old.is_active := true;
  v_old.metadata := '{}';
  v_new := app.ledger_account_merge(p_ledger, v_old, args);
  v_new.id := app.new_id('acc');
  v_new.created_at := v_now;
  v_new.updated_at := v_now;
  v_done := app.ledger_account_check(p_ledger, v_old, v_new);
  if (select count(*) from app.ledger_accounts a where a.tenant_id = p_ledger.tenant_id) >= 5000 then
    perform app.fail(409, 'INVALID_STATE', 'A tenant has at most 5,000 accounts.');
  end if;
  insert into app.ledger_accounts (
    tenant_id, id, code, name, type, normal_side, currency, parent_id, is_active, cash_flow,
    min_balance, description, metadata, created_at, updated_at)
  values (
    v_new.tenant_id, v_new.id, v_new.code, v_new.name, v_new.type, v_new.normal_side,
    v_new.currency, v_new.parent_id, v_new.is_active, v_new.cash_flow, v_new.min_balance,
    v_new.description, v_new.metadata, v_new.created_at, v_new.updated_at)
  on conflict (tenant_id, code) do nothing;
  if not found then perform app.taken('code', v_new.code, 'account'); end if;
  v_done := app.journal_ledger_account(p_ledger, 'ledger_account.created', null,
    app.ledger_account_json(v_new, p_ledger.base_currency));
  return v_new;
end $$;
comment on function app.ledger_account_add is 'Adds an account under the lock of the books';
