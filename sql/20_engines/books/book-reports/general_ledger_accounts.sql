create or replace function app.general_ledger_accounts(p_tenant text, p_account text)
returns text[]
language plpgsql stable as $$
declare
  v_below text[];
begin
  if p_account is not null then
    v_below := app.ledger_leaves(app.ledger_account_named(p_tenant, p_account, 'account_id'));
  end if;
  return array(
    select a.id from app.ledger_accounts a
    where a.tenant_id = p_tenant and (p_account is null or a.id = any (v_below)) order by a.code);
end $$;
comment on function app.general_ledger_accounts is
  'The ids of an account, named by id or code, and of all below it, or of all accounts, in the order of their codes; or 404';
