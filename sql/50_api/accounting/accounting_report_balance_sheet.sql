create or replace function api.accounting_report_balance_sheet(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_ledger app.ledgers := app.ledger_find(tenant);
  v_base text := v_ledger.base_currency;
  v_days date[] := app.book_report_days(v_ledger, args, true);
  v_depth integer := coalesce((args->>'depth')::integer, 8);
  v_is_all boolean := args @> '{"include_zero": true}';
  v_is_compared boolean := args ? 'compare';
  v_retained text := app.ledger_settings(v_ledger) #>> '{accounts,retained_earnings}';
begin
  return (
    with accounts as materialized (select a.* from app.book_report_accounts(v_ledger, v_days, null) a),
    earned as (
      select coalesce(sum(-a.opening), 0) as retained, coalesce(sum(a.credit - a.debit), 0) as present,
        coalesce(sum(-a.before_opening), 0) as before_retained, coalesce(sum(a.before_credit - a.before_debit), 0) as before_present
      from accounts a where a.is_leaf and a.type in ('revenue', 'expense')),
    -- The account of retained earnings and those above it, which the results of earlier years are added to.
    holders as (select unnest(a.ids) as id from accounts a where a.id = v_retained and a.is_leaf),
    entries as (
      select a.path, a.id, a.type, a.is_leaf, a.is_used, a.head, app.side_sign(a.normal_side) as sign,
        case when a.id = v_retained and a.is_leaf then 'retained_earnings' end as computed,
        a.opening + a.debit - a.credit - case when h.id is null then 0 else e.retained end as balance,
        a.before_opening + a.before_debit - a.before_credit - case when h.id is null then 0 else e.before_retained end as before
      from accounts a cross join earned e left join holders h on h.id = a.id
      where a.type in ('asset', 'liability', 'equity')
      union all
      select null, null, 'equity', true, false, json_build_object('account_id', null, 'code', null, 'name', c.name,
        'type', 'equity', 'normal_side', 'credit', 'parent_id', null, 'level', 1, 'is_parent', false), -1, c.computed, c.balance, c.before
      from earned e cross join lateral (values
        ('Retained earnings', 'retained_earnings', -e.retained, -e.before_retained),
        ('Current earnings', 'current_earnings', -e.present, -e.before_present)) c(name, computed, balance, before)
      where c.computed = 'current_earnings' or not exists (select 1 from holders))
    select app.book_report_answer(v_ledger, 'balance-sheet', args, v_days, true,
      json_agg(app.json_joined(r.head,
        json_build_object('balance', app.money_text(r.sign * r.balance, v_base), 'computed', r.computed),
        case when v_is_compared then json_build_object('previous', app.money_text(r.sign * r.before, v_base)) end,
        app.book_report_drill(r.id, null, v_days[2], null)) order by r.path nulls last, r.computed desc)
        filter (where coalesce(cardinality(r.path), 1) <= v_depth
          and (v_is_all or r.is_used or r.balance <> 0 or v_is_compared and r.before <> 0)),
      app.json_joined(
        app.balance_sheet_totals(v_base, sum(r.balance) filter (where r.is_leaf and r.type = 'asset'),
          sum(-r.balance) filter (where r.is_leaf and r.type = 'liability'),
          sum(-r.balance) filter (where r.is_leaf and r.type = 'equity')),
        case when v_is_compared then json_build_object('previous', app.balance_sheet_totals(v_base,
          sum(r.before) filter (where r.is_leaf and r.type = 'asset'),
          sum(-r.before) filter (where r.is_leaf and r.type = 'liability'),
          sum(-r.before) filter (where r.is_leaf and r.type = 'equity'))) end))
    from entries r);
end $$;
comment on function api.accounting_report_balance_sheet is 'Get the balance sheet of a day';
