create or replace function api.journal_entry_reverse(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_ledger app.ledgers := app.ledger_lock(tenant);
  v_old app.ledger_entries := app.entry_find(tenant, args->>'entry_id');
  v_before json := app.entry_json(v_old, v_ledger.base_currency);
  v_new app.ledger_entries := app.entry_turned(v_ledger, v_old, args);
  v_done text;
begin
  v_done := app.entry_accounts_check(v_ledger, v_new, '');
  v_new := app.entry_post(v_ledger, v_new, '');
  v_old.status := 'reversed';
  v_old.reversed_by := v_new.id;
  v_old.updated_at := clock_timestamp();
  v_done := app.entry_save(v_old);
  v_done := app.journal_entry_event(v_ledger, 'journal_entry.reversed', v_old, v_before);
  return app.entry_json(v_new, v_ledger.base_currency);
end $$;
comment on function api.journal_entry_reverse is 'Reverse a posted journal entry';
