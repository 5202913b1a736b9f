create or replace function app.ledger_account_is_parent(p_account app.ledger_accounts)
returns boolean
language plpgsql stable as $$
begin
  return exists (
    select 1 from app.ledger_accounts c
    where c.tenant_id = p_account.tenant_id and c.parent_id = p_account.id);
end $$;
comment on function app.ledger_account_is_parent is 'Tells whether an account has children';
