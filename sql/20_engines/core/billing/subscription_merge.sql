create or replace function app.subscription_merge(p_old app.subscriptions, args jsonb)
returns app.subscriptions
language plpgsql stable as $$
declare
  v_new app.subscriptions := jsonb_populate_record(p_old,
    app.jsonb_pick(args, '{status,interval,seats,current_period_end,cancel_at_period_end}'));
  v_now timestamptz := clock_timestamp();
begin
  v_new.status := coalesce(args->>'status', nullif(p_old.status, 'none'), 'active');
  v_new."interval" := coalesce(v_new."interval", 'month');
  v_new.seats := coalesce(v_new.seats, 1);
  v_new.cancel_at_period_end := coalesce(v_new.cancel_at_period_end, false);
  v_new.past_due_since := case when v_new.status = 'past_due'
    then coalesce(p_old.past_due_since, v_now) end;
  v_new.ended_at := case when v_new.status = 'canceled' then coalesce(p_old.ended_at, v_now) end;
  if p_old.started_at is null or p_old.ended_at is not null and v_new.ended_at is null then
    v_new.started_at := v_now;
  end if;
  return v_new;
end $$;
comment on function app.subscription_merge is
  'A subscription with what the operator says of it: {status, interval, seats, current_period_end, cancel_at_period_end}. '
  'One that was not there begins as active';
