create or replace function auth.revenue_of(p_since timestamptz)
returns json
language plpgsql stable security definer set search_path = '' as $$
declare v_plans jsonb;
begin
  select json_agg(row_to_json(p.*))::jsonb into v_plans
  from (
    select s.currency, s.plan_tier,
      coalesce(sum(s.yearly) filter (where s.status in ('active', 'past_due')), 0) as yearly,
      count(*) filter (where s.status in ('active', 'past_due')) as subscriptions,
      coalesce(sum(s.seats) filter (where s.status in ('active', 'past_due')), 0) as seats,
      count(*) filter (where s.status = 'trialing') as trials,
      coalesce(sum(s.yearly) filter (where s.status = 'past_due'), 0) as late,
      coalesce(sum(s.yearly) filter (
        where s.status in ('active', 'past_due') and s.started_at >= p_since), 0) as new,
      coalesce(sum(s.yearly) filter (where s.ended_at >= p_since), 0) as lost
    from (
      select r.currency, t.plan_tier, r.status, r.seats, r.started_at, r.ended_at,
        app.yearly_price(r.price, r.seats, r."interval") as yearly
      from app.subscriptions r
      join app.tenants t on t.tenant_id = r.tenant_id
      where r.currency is not null and r.price is not null) s
    group by s.currency, s.plan_tier) p;
  return (
    select coalesce(json_agg(json_build_object('currency', c.currency,
      'mrr', app.money_text(c.yearly / 12, c.currency), 'arr', app.money_text(c.yearly, c.currency),
      'subscriptions', c.subscriptions, 'seats', c.seats, 'trials', c.trials,
      'past_due_mrr', app.money_text(c.late / 12, c.currency),
      'new_mrr', app.money_text(c.new / 12, c.currency),
      'lost_mrr', app.money_text(c.lost / 12, c.currency), 'by_plan', c.by_plan)
      order by c.yearly desc, c.currency), '[]')
    from (
      select p.currency, sum(p.yearly) as yearly, sum(p.subscriptions) as subscriptions,
        sum(p.seats) as seats, sum(p.trials) as trials, sum(p.late) as late, sum(p.new) as new,
        sum(p.lost) as lost,
        coalesce(json_agg(json_build_object('plan_tier', p.plan_tier,
            'mrr', app.money_text(p.yearly / 12, p.currency), 'subscriptions', p.subscriptions,
            'seats', p.seats) order by p.yearly desc, p.plan_tier)
          filter (where p.subscriptions > 0), '[]') as by_plan
      from jsonb_to_recordset(v_plans) p(currency text, plan_tier text, yearly numeric,
        subscriptions bigint, seats bigint, trials bigint, late numeric, new numeric, lost numeric)
      group by p.currency) c);
end $$;
comment on function auth.revenue_of is
  'Returns the revenue of subscriptions, by currency and plan: existing ones, those begun and '
  'those ended since a moment. Amounts of different currencies are never added up. As their owner: '
  'they are of all tenants';
