create or replace function app.entry_save(p_entry app.ledger_entries)
returns void
language plpgsql volatile as $$
begin
  update app.ledger_entries e set status = p_entry.status, day = p_entry.day, description = p_entry.description,
    currency = p_entry.currency, exchange_rate = p_entry.exchange_rate, draft_lines = p_entry.draft_lines,
    total = p_entry.total, base_total = p_entry.base_total, number = p_entry.number, sequence = p_entry.sequence,
    fiscal_year = p_entry.fiscal_year, attachments = p_entry.attachments, metadata = p_entry.metadata,
    changed_by = p_entry.changed_by, posted_by = p_entry.posted_by, updated_at = p_entry.updated_at,
    posted_at = p_entry.posted_at, reversed_by = p_entry.reversed_by
  where e.tenant_id = p_entry.tenant_id and e.id = p_entry.id;
end $$;
comment on function app.entry_save is 'Saves a changed head of a journal entry';
