create or replace function app.subscription_matching(
  p_subscription app.event_subscriptions, p_rows app.journal[])
returns app.journal[]
language plpgsql volatile as $$
begin
  return app.subscription_hears(p_subscription, array(
    select r from unnest(p_rows) r
    where not r.actor @> '{"meta": {"quiet": true}}'
      and app.subscription_began(p_subscription, r)
      and app.subscription_names(p_subscription, r) order by r.id));
exception when sqlstate 'PT400' then
  return '{}';  -- a regex that ran out of time
end $$;
comment on function app.subscription_matching is
  'Matches some rows of the journal with a subscription, each with a second for its regexes: none '
  'when that is not enough, so that it holds up no others. What the operator changes quietly (app.operator_principal) matches none';
