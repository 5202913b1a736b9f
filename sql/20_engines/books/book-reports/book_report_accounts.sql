create or replace function app.book_report_accounts(p_ledger app.ledgers, p_days date[], p_dimension jsonb)
returns table (path text[], ids text[], id text, code text, name text, type text, normal_side text, cash_flow text,
  is_leaf boolean, is_used boolean, is_moved boolean, opening numeric, debit numeric, credit numeric, before_opening numeric,
  before_debit numeric, before_credit numeric, head json)
language plpgsql stable as $$
declare
  v_accounts text[] := case when p_dimension is not null then array(
    select a.id from app.ledger_accounts a
    where a.tenant_id = p_ledger.tenant_id and a.type in ('revenue', 'expense')) end;
begin
  return query
  with recursive tree as (
    select a.id::text as id, a.code, a.name, a.type, a.normal_side, a.cash_flow, a.parent_id, array[a.code] as path,
      array[a.id::text] as ids
    from app.ledger_accounts a where a.tenant_id = p_ledger.tenant_id and a.parent_id is null
    union all
    select a.id::text, a.code, a.name, a.type, a.normal_side, a.cash_flow, a.parent_id, t.path || a.code, t.ids || a.id::text
    from tree t join app.ledger_accounts a on a.tenant_id = p_ledger.tenant_id and a.parent_id = t.id),
  sums as materialized (select s.* from app.book_report_sums(p_ledger.tenant_id, v_accounts, p_days, p_dimension) s),
  below as (
    select u.id, bool_or(s.is_moved) as is_moved, sum(s.opening) as opening, sum(s.debit) as debit, sum(s.credit) as credit,
      sum(s.before_opening) as before_opening, sum(s.before_debit) as before_debit, sum(s.before_credit) as before_credit
    from tree t cross join lateral unnest(t.ids) u(id) join sums s on s.account_id = t.id group by u.id),
  parents as (select distinct t.parent_id from tree t where t.parent_id is not null)
  select t.path, t.ids, t.id, t.code, t.name, t.type, t.normal_side, t.cash_flow, p.parent_id is null, b.id is not null,
    coalesce(b.is_moved, false), coalesce(b.opening, 0), coalesce(b.debit, 0), coalesce(b.credit, 0),
    coalesce(b.before_opening, 0), coalesce(b.before_debit, 0), coalesce(b.before_credit, 0),
    json_build_object('account_id', t.id, 'code', t.code, 'name', t.name, 'type', t.type,
      'normal_side', t.normal_side, 'parent_id', t.parent_id,
      'level', cardinality(t.path), 'is_parent', p.parent_id is not null)
  from tree t left join below b on b.id = t.id left join parents p on p.parent_id = t.id;
end $$;
comment on function app.book_report_accounts is
  'The accounts with what app.book_report_sums says of them, parents with the sums of what is below them; head begins '
  'their rows in reports. A dimension is asked for of income and expenses only';
