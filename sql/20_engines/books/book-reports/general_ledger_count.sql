create or replace function app.general_ledger_count(p_tenant text, p_accounts text[], p_days date[], p_dimension jsonb, p_most integer)
returns bigint
language plpgsql stable set enable_sort = off as $$
declare
  v_from date := p_days[1];
  v_to date := p_days[2];
begin
  -- Each account by the index: among small tenants it seems as cheap to read all lines.
  return (
    select count(*) from (
      select 1 from unnest(p_accounts) a(id) cross join lateral (
        select 1 from app.ledger_lines l
        where l.tenant_id = p_tenant and l.account_id = a.id and l.day between v_from and v_to
          and (p_dimension is null or l.dimensions @> p_dimension)
        order by l.day, l.sequence, l.line_no limit p_most) f
      limit p_most) n);
end $$;
comment on function app.general_ledger_count is 'How many posted lines accounts have in a range of days, counted up to p_most; null: all';
