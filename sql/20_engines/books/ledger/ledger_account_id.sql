create or replace function app.ledger_account_id(p_tenant text, p_reference text)
returns text
language plpgsql stable as $$
begin
  return coalesce((
    select a.id from app.ledger_accounts a where a.tenant_id = p_tenant and a.code = p_reference), p_reference);
end $$;
comment on function app.ledger_account_id is
  'The id of the account that a query names by id or code. One that is not there is left as it is: then nothing is found';
