create or replace function app.entry_lines(p_entry app.ledger_entries)
returns setof app.ledger_lines
language plpgsql stable as $$
begin
  if p_entry.draft_lines is null then
    return query select l.* from app.ledger_lines l
    where l.tenant_id = p_entry.tenant_id and l.entry_id = p_entry.id order by l.line_no;
  else
    return query select p_entry.tenant_id, p_entry.id::text, d.line_no, d.account_id, p_entry.day, 0::bigint, d.currency, d.amount,
      d.base, d.memo, d.object_type_id, d.object_id, d.dimensions
    from jsonb_to_recordset(p_entry.draft_lines) d(line_no integer, account_id text, currency text, amount numeric,
      base numeric, memo text, object_type_id text, object_id text, dimensions jsonb)
    order by d.line_no;
  end if;
end $$;
comment on function app.entry_lines is 'The lines of a journal entry, posted ones or those of a draft, in order';
