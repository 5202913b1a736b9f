create or replace function app.trial_balance(p_ledger app.ledgers, p_from date, p_to date)
returns table (path text[], level integer, is_leaf boolean, is_used boolean, opening numeric, debit numeric, credit numeric, shown json)
language plpgsql stable as $$
begin
  return query
  with recursive tree as (
    select a.id::text as id, a.code, a.name, a.type, a.normal_side, a.parent_id, array[a.code] as path, array[a.id::text] as ids
    from app.ledger_accounts a where a.tenant_id = p_ledger.tenant_id and a.parent_id is null
    union all
    select a.id::text, a.code, a.name, a.type, a.normal_side, a.parent_id, t.path || a.code, t.ids || a.id::text
    from tree t join app.ledger_accounts a on a.tenant_id = p_ledger.tenant_id and a.parent_id = t.id),
  sums as materialized (
    select d.account_id, coalesce(sum(d.base_debit - d.base_credit) filter (where d.day < p_from), 0) as opening,
      coalesce(sum(d.base_debit) filter (where d.day >= p_from), 0) as debit,
      coalesce(sum(d.base_credit) filter (where d.day >= p_from), 0) as credit
    from app.ledger_days d where d.tenant_id = p_ledger.tenant_id and d.day <= p_to group by d.account_id),
  below as (
    select u.id, sum(s.opening) as opening, sum(s.debit) as debit, sum(s.credit) as credit
    from tree t cross join lateral unnest(t.ids) u(id) join sums s on s.account_id = t.id group by u.id),
  parents as (select distinct t.parent_id from tree t where t.parent_id is not null)
  select t.path, cardinality(t.path), p.parent_id is null, b.id is not null, coalesce(b.opening, 0), coalesce(b.debit, 0),
    coalesce(b.credit, 0), json_build_object('account_id', t.id, 'code', t.code, 'name', t.name, 'type', t.type,
      'parent_id', t.parent_id, 'level', cardinality(t.path), 'is_parent', p.parent_id is not null,
      'opening', app.money_text(app.side_sign(t.normal_side) * coalesce(b.opening, 0), p_ledger.base_currency),
      'debit', app.money_text(coalesce(b.debit, 0), p_ledger.base_currency),
      'credit', app.money_text(coalesce(b.credit, 0), p_ledger.base_currency),
      'balance', app.money_text(app.side_sign(t.normal_side)
        * (coalesce(b.opening, 0) + coalesce(b.debit, 0) - coalesce(b.credit, 0)), p_ledger.base_currency),
      'drill', format('/v1/accounting/accounts/%s/entries?from=%s&to=%s', t.id, p_from, p_to))
  from tree t left join below b on b.id = t.id left join parents p on p.parent_id = t.id;
end $$;
comment on function app.trial_balance is
  'The accounts with their opening balances and movements in a range of days, parents with the sums of what is below them; debits positive but in shown';
