create or replace function app.subscription_priced(
  p_old app.subscriptions, p_new app.subscriptions, p_plan app.plans, p_is_same_plan boolean,
  p_event jsonb)
returns app.subscriptions
language plpgsql stable as $$
begin
  if p_event ? 'price' and app.currency_decimals(p_event->>'currency') is not null then
    p_new.price := (p_event->>'price')::numeric;
    p_new.currency := p_event->>'currency';
  elsif p_old.price is not null and (p_new.status = 'canceled' or p_is_same_plan
    and (p_new.subscription_id, p_new."interval") is not distinct from
      (p_old.subscription_id, p_old."interval")) then
    p_new.price := p_old.price;
    p_new.currency := p_old.currency;
  else
    p_new.price := case p_new."interval" when 'year' then p_plan.price_year
      else p_plan.price_month end;
    p_new.currency := p_plan.currency;
  end if;
  return p_new;
end $$;
comment on function app.subscription_priced is
  'A subscription with what a seat costs: as the event says it; else as before, while it is the same plan for the same '
  'interval; else what the plan costs now. One that ended keeps what it cost';
