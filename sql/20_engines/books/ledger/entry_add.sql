create or replace function app.entry_add(p_ledger app.ledgers, p_entry app.ledger_entries, args jsonb, p_path text)
returns app.ledger_entries
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_done text;
begin
  if args->>'status' = 'posted' then return app.entry_post(p_ledger, p_entry, p_path); end if;
  p_entry.created_at := v_now;
  p_entry.updated_at := v_now;
  v_done := app.entry_insert(p_entry);
  v_done := app.journal_entry_event(p_ledger, 'journal_entry.created', p_entry);
  return p_entry;
end $$;
comment on function app.entry_add is 'Adds a prepared journal entry under the lock of the books, as a draft or posted';
