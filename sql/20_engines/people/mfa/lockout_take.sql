create or replace function app.lockout_take(
  p_tenant text, p_name text, p_limit integer, p_lock interval)
returns app.auth_counters
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_ended timestamptz := v_now - p_lock;
  v_until timestamptz := v_now + p_lock;
  v_counter app.auth_counters;
begin
  insert into app.auth_counters as c (tenant_id, name, count, started_at)
  values (p_tenant, p_name, 1, v_now)
  on conflict (tenant_id, name) do update set
    count = case when coalesce(c.locked_until <= v_now, c.started_at <= v_ended)
      then 1 else c.count + 1 end,
    started_at = case when coalesce(c.locked_until <= v_now, c.started_at <= v_ended)
      then excluded.started_at else c.started_at end,
    locked_until = case
      when coalesce(c.locked_until <= v_now, c.started_at <= v_ended) then null
      when c.locked_until is null and c.count + 1 >= p_limit then v_until
      else c.locked_until end
  returning * into v_counter;
  return v_counter;
end $$;
comment on function app.lockout_take is
  'Counts an attempt before it is looked at. With the p_limit-th a lock of p_lock begins, which '
  'counts for those after it (count > p_limit) until app.counter_clear; attempts that far apart do '
  'not add up. It goes with the transaction: commit it, then compare';
