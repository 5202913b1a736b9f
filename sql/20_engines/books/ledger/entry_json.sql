create or replace function app.entry_json(p_entry app.ledger_entries, p_base text)
returns json
language plpgsql stable as $$
begin
  return json_build_object('id', p_entry.id, 'number', p_entry.number, 'sequence', p_entry.sequence,
    'fiscal_year', p_entry.fiscal_year, 'status', p_entry.status, 'date', p_entry.day,
    'description', p_entry.description, 'reference', p_entry.reference, 'currency', p_entry.currency,
    'exchange_rate', trim_scale(p_entry.exchange_rate)::text, 'lines', app.entry_lines_json(p_entry, p_base),
    'total', app.money_text(p_entry.total, p_entry.currency),
    'base_total', app.money_text(p_entry.base_total, p_base), 'reversal_of', p_entry.reversal_of,
    'reversed_by', p_entry.reversed_by, 'reason', p_entry.reason,
    'source', case when p_entry.source_id is not null
      then json_build_object('type', p_entry.source_type, 'id', p_entry.source_id) end,
    'attachments', p_entry.attachments, 'metadata', p_entry.metadata, 'created_at', p_entry.created_at,
    'created_by', p_entry.created_by, 'updated_at', p_entry.updated_at, 'posted_at', p_entry.posted_at,
    'posted_by', p_entry.posted_by);
end $$;
comment on function app.entry_json is 'A journal entry as the API shows it; p_base is the base currency';
