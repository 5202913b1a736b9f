create or replace function api.ledger_account_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_ledger app.ledgers := app.ledger_lock(tenant);
  v_old app.ledger_accounts := app.ledger_account_find(tenant, args->>'account_id');
  v_new app.ledger_accounts;
  v_shown json := app.ledger_account_json(v_old, v_ledger.base_currency);
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  v_new := app.ledger_account_merge(v_ledger, v_old, args);
  if v_new = v_old then return v_shown; end if;
  v_done := app.ledger_account_check(v_ledger, v_old, v_new);
  perform from app.ledger_accounts a where a.tenant_id = tenant and a.code = v_new.code and a.id <> v_old.id;
  if found then perform app.taken('code', v_new.code, 'account'); end if;
  v_now := clock_timestamp();
  update app.ledger_accounts a set code = v_new.code, name = v_new.name, type = v_new.type,
    normal_side = v_new.normal_side, currency = v_new.currency, parent_id = v_new.parent_id,
    is_active = v_new.is_active, cash_flow = v_new.cash_flow, min_balance = v_new.min_balance,
    description = v_new.description, metadata = v_new.metadata, updated_at = v_now
  where a.tenant_id = tenant and a.id = v_old.id returning * into v_new;
  v_done := app.ledger_changed(v_ledger);
  v_done := app.journal_ledger_account(v_ledger, 'ledger_account.updated', v_shown,
    app.ledger_account_json(v_new, v_ledger.base_currency));
  return app.ledger_account_json(v_new, v_ledger.base_currency);
end $$;
comment on function api.ledger_account_update is 'Change an account';
