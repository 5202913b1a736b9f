create or replace function app.entry_has_account(p_entry app.ledger_entries, p_account text)
returns boolean
language plpgsql stable as $$
begin
  return exists (
    select 1 from (
      -- By the key of the entry: among small tenants the lines of an account seem few, whatever they are.
      select l.account_id from app.ledger_lines l
      where l.tenant_id = p_entry.tenant_id and l.entry_id = p_entry.id offset 0) e
    where e.account_id = p_account);
end $$;
comment on function app.entry_has_account is 'Tells whether a journal entry has a posted line of an account';
