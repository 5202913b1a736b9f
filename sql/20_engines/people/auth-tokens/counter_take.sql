create or replace function app.counter_take(
  p_tenant text, p_name text, p_limit integer, p_window interval)
returns integer
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_ended timestamptz := v_now - p_window;
  v_counter app.auth_counters;
begin
  insert into app.auth_counters as c (tenant_id, name, count, started_at)
  values (p_tenant, p_name, 1, v_now)
  on conflict (tenant_id, name) do update set
    count = case when c.started_at <= v_ended then 1 else c.count + 1 end,
    started_at = case when c.started_at <= v_ended then excluded.started_at else c.started_at end
  returning * into v_counter;
  if v_counter.count <= p_limit then return null; end if;
  return greatest(1, ceil(extract(epoch from v_counter.started_at + p_window - v_now)))::integer;
end $$;
comment on function app.counter_take is
  'Counts an attempt, in a window of time that begins with the first: null while there are at most '
  'p_limit, else the seconds until the window ends. It goes with the transaction: a caller that '
  'says no must refuse, not fail';
