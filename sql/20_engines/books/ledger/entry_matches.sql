create or replace function app.entry_matches(p_entry app.ledger_entries, args jsonb, p_account text, p_part text)
returns boolean
language plpgsql stable as $$
begin
  return (p_part is null or p_entry.description ilike p_part)
    and (not args ? 'status' or p_entry.status = args->>'status')
    and (not args ? 'from' or p_entry.day >= (args->>'from')::date)
    and (not args ? 'to' or p_entry.day <= (args->>'to')::date)
    and (not args ? 'number' or p_entry.number = args->>'number')
    and (not args ? 'source_type' or p_entry.source_type = args->>'source_type')
    and (not args ? 'source_id' or p_entry.source_id = args->>'source_id')
    and (p_account is null or app.entry_has_account(p_entry, p_account));
end $$;
comment on function app.entry_matches is
  'Whether a journal entry is one that args ask for, as app.entries_find: p_account is the id of the account, p_part the pattern of search';
