create or replace function api.accounting_settings_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.ledgers := app.ledger_lock(tenant);
  v_new app.ledgers;
  v_before json := app.accounting_settings_json(v_old);
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  v_new := app.accounting_settings_merge(v_old, args);
  return app.accounting_settings_save(v_new, v_before);
end $$;
comment on function api.accounting_settings_update is 'Change the settings of accounting';
