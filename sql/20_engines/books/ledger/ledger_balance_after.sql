create or replace function app.ledger_balance_after(p_tenant text, p_accounts text[], p_line app.ledger_lines)
returns numeric
language plpgsql stable set enable_sort = off as $$
begin
  if p_line.day is null then return 0; end if;
  return app.ledger_balance(p_tenant, p_accounts, p_line.day - 1) + (
    select coalesce(sum(d.base), 0) from unnest(p_accounts) a(id) cross join lateral (
      select l.base from app.ledger_lines l
      where l.tenant_id = p_tenant and l.account_id = a.id and l.day = p_line.day
        and (l.sequence, l.line_no) <= (p_line.sequence, p_line.line_no)
      order by l.day, l.sequence, l.line_no offset 0) d);
end $$;
comment on function app.ledger_balance_after is 'The balance of accounts after one of their lines, debits positive';
