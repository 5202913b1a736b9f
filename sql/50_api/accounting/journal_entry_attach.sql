create or replace function api.journal_entry_attach(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_ledger app.ledgers := app.ledger_lock(tenant);
  v_entry app.ledger_entries := app.entry_find(tenant, args->>'entry_id');
  v_before json := app.entry_json(v_entry, v_ledger.base_currency);
  v_files text[];
  v_done text;
begin
  v_done := app.unchanged_check(v_entry.updated_at, args);
  v_files := app.attachments_read(tenant, to_jsonb(v_entry.attachments) || (args->'file_ids'), v_entry.attachments,
    'file_ids');
  if v_files = v_entry.attachments then return v_before; end if;
  if cardinality(v_files) > 20 then
    perform app.invalid('file_ids', 'too_many', 'must not make more than 20 attachments of an entry');
  end if;
  v_done := app.files_hold(tenant, v_files);
  v_entry.attachments := v_files;
  if v_entry.status = 'draft' then v_entry.changed_by := app.books_caller(); end if;
  v_entry.updated_at := clock_timestamp();
  v_done := app.entry_save(v_entry);
  v_done := app.journal_entry_event(v_ledger, 'journal_entry.updated', v_entry, v_before);
  return app.entry_json(v_entry, v_ledger.base_currency);
end $$;
comment on function api.journal_entry_attach is 'Attach files to a journal entry';
