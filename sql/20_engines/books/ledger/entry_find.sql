create or replace function app.entry_find(p_tenant text, p_id text)
returns app.ledger_entries
language plpgsql stable as $$
declare v_entry app.ledger_entries;
begin
  select * into v_entry from app.ledger_entries e where e.tenant_id = p_tenant and e.id = p_id;
  if not found then perform app.not_found('journal_entry', p_id); end if;
  return v_entry;
end $$;
comment on function app.entry_find is 'A journal entry by id, or 404';
