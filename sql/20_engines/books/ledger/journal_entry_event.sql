create or replace function app.journal_entry_event(
  p_ledger app.ledgers, p_event text, p_entry app.ledger_entries, p_before json default null)
returns void
language plpgsql volatile as $$
declare
  v_shown json := app.entry_json(p_entry, p_ledger.base_currency);
  v_done text;
begin
  if octet_length(v_shown::text) > 20480 then v_shown := (v_shown::jsonb - 'lines')::json; end if;
  v_done := app.journal_write(p_ledger.tenant_id, p_event, 'journal_entry', p_entry.id,
    case when p_event <> 'journal_entry.deleted' then v_shown end,
    case when p_event = 'journal_entry.deleted' then v_shown else p_before end);
end $$;
comment on function app.journal_entry_event is
  'A row of the journal for a journal entry, without its lines where it is larger than 20 KB';
