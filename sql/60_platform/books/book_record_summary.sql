create or replace function platform.book_record_summary(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_from timestamptz := coalesce((args->>'from')::timestamptz, '-infinity');
  v_to timestamptz := coalesce((args->>'to')::timestamptz, 'infinity');
  v_sums json;
begin
  -- By category first, so that the records are read once.
  with categories as materialized (
    select r.currency, r.category, r.type, sum(r.amount) as amount, count(*) as records
    from app.book_records r
    where r.occurred_at >= v_from and r.occurred_at < v_to
      and (args->>'tenant_id' is null or r.about_tenant = args->>'tenant_id')
    group by r.currency, r.category, r.type),
  sums as (
    select c.currency, coalesce(sum(c.amount) filter (where c.type = 'income'), 0) as income,
      coalesce(sum(c.amount) filter (where c.type = 'expense'), 0) as expense,
      coalesce(sum(c.amount) filter (where c.type = 'refund'), 0) as refund,
      coalesce(sum(c.amount) filter (where c.type = 'payout'), 0) as payout,
      sum(c.records)::bigint as records,
      json_agg(json_build_object('category', c.category, 'type', c.type,
        'amount', app.money_text(c.amount, c.currency), 'count', c.records)
        order by c.category, c.type) as by_category
    from categories c group by c.currency)
  select json_agg(json_build_object('currency', s.currency, 'count', s.records,
    'income', app.money_text(s.income, s.currency),
    'expense', app.money_text(s.expense, s.currency),
    'refund', app.money_text(s.refund, s.currency),
    'payout', app.money_text(s.payout, s.currency),
    'balance', app.money_text(s.income - s.expense - s.refund - s.payout, s.currency),
    'by_category', s.by_category) order by s.currency)
  into v_sums from sums s;
  return json_build_object('from', nullif(v_from, '-infinity'), 'to', nullif(v_to, 'infinity'),
    'currencies', coalesce(v_sums, '[]'));
end $$;
comment on function platform.book_record_summary is
  'Get the totals of your books by currency';
