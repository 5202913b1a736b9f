create or replace function app.general_ledger_count(p_tenant text, p_account text, p_days date[], p_dimension jsonb, p_most integer)
returns bigint
language plpgsql stable as $$
declare
  v_ids text[] := app.general_ledger_accounts(p_tenant, p_account, null);
begin
  return (
    select count(*) from (
      select 1 from app.ledger_lines l
      where l.tenant_id = p_tenant and l.account_id = any (v_ids) and l.day between p_days[1] and p_days[2]
        and (p_dimension is null or l.dimensions @> p_dimension)
      limit p_most) f);
end $$;
comment on function app.general_ledger_count is 'How many lines a general ledger has, counted up to p_most; null: all';
