create or replace function api.journal_entry_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_ledger app.ledgers := app.ledger_lock(tenant);
  v_old app.ledger_entries := app.entry_find(tenant, args->>'entry_id');
  v_new app.ledger_entries;
  v_before json := app.entry_json(v_old, v_ledger.base_currency);
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  v_done := app.entry_draft_check(v_old);
  v_new := app.entry_draw(v_ledger, v_old, args, '');
  if v_new = v_old then return v_before; end if;
  v_new.changed_by := app.books_caller();
  v_new.updated_at := clock_timestamp();
  v_done := app.entry_save(v_new);
  v_done := app.journal_entry_event(v_ledger, 'journal_entry.updated', v_new, v_before);
  return app.entry_json(v_new, v_ledger.base_currency);
end $$;
comment on function api.journal_entry_update is 'Change a draft';
