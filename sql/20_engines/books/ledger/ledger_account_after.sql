create or replace function app.ledger_account_after(p_tenant text, p_id text)
returns text
language plpgsql stable as $$
begin
  return least((
      select min(b.account_id) from app.ledger_balances b where b.tenant_id = p_tenant and b.account_id > p_id), (
      select min(d.account_id) from app.ledger_days d where d.tenant_id = p_tenant and d.account_id > p_id), (
      select min(l.account_id) from app.ledger_lines l where l.tenant_id = p_tenant and l.account_id > p_id));
end $$;
comment on function app.ledger_account_after is 'The next account, by id, that has lines or totals; null after the last one';
