create or replace function app.general_ledger_count(p_tenant text, p_accounts text[], p_days date[], p_dimension jsonb, p_most integer)
returns bigint
language plpgsql stable as $$
begin
  return (
    select count(*) from (
      select 1 from app.ledger_lines l
      where l.tenant_id = p_tenant and l.account_id = any (p_accounts) and l.day between p_days[1] and p_days[2]
        and (p_dimension is null or l.dimensions @> p_dimension)
      limit p_most) f);
end $$;
comment on function app.general_ledger_count is 'How many posted lines accounts have in a range of days, counted up to p_most; null: all';
