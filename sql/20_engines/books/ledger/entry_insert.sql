create or replace function app.entry_insert(p_entry app.ledger_entries)
returns void
language plpgsql volatile as $$
begin
  insert into app.ledger_entries (
    tenant_id, id, status, day, description, reference, currency, exchange_rate, draft_lines,
    total, base_total, number, sequence, fiscal_year, reversal_of, reversed_by, reason,
    source_type, source_id, attachments, metadata, created_by, changed_by, posted_by, created_at,
    updated_at, posted_at)
  values (
    p_entry.tenant_id, p_entry.id, p_entry.status, p_entry.day, p_entry.description,
    p_entry.reference, p_entry.currency, p_entry.exchange_rate, p_entry.draft_lines, p_entry.total,
    p_entry.base_total, p_entry.number, p_entry.sequence, p_entry.fiscal_year, p_entry.reversal_of,
    p_entry.reversed_by, p_entry.reason, p_entry.source_type, p_entry.source_id,
    p_entry.attachments, p_entry.metadata, p_entry.created_by, p_entry.changed_by,
    p_entry.posted_by, p_entry.created_at, p_entry.updated_at, p_entry.posted_at);
end $$;
comment on function app.entry_insert is 'Inserts the head of a journal entry';
