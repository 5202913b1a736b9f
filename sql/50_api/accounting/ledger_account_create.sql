create or replace function api.ledger_account_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_ledger app.ledgers := app.ledger_lock(tenant);
  v_new app.ledger_accounts := app.ledger_account_add(v_ledger, args);
  v_done text;
begin
  v_done := app.ledger_changed(v_ledger);
  return app.ledger_account_json(v_new, v_ledger.base_currency);
end $$;
comment on function api.ledger_account_create is 'Create an account';
