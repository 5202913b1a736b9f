create or replace function app.entries_of_account(p_tenant text, p_account text, p_from date, p_to date)
returns text[]
language plpgsql stable set enable_sort = off as $$
begin
  -- In the order of the index: among small tenants it seems as cheap to read all lines and sort them.
  return array(
    select l.entry_id from app.ledger_lines l
    where l.tenant_id = p_tenant and l.account_id = p_account and l.day between p_from and p_to
    order by l.day desc, l.sequence desc, l.line_no desc limit 1001);
end $$;
comment on function app.entries_of_account is 'The ids of posted entries with lines of an account, the latest first: of up to 1,001 lines';
