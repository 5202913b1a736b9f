create or replace function app.plan_of_price(p_price_id text)
returns table (plan_tier text, "interval" text)
language plpgsql stable as $$
begin
  return query
  select p.plan_tier,
    case when p.price_ids->>'month' = p_price_id then 'month' else 'year' end
  from app.plans p
  where p_price_id in (p.price_ids->>'month', p.price_ids->>'year')
  order by p.plan_tier limit 1;
end $$;
comment on function app.plan_of_price is
  'The plan and the interval that a price of the payment provider stands for; none for a price of something else';
