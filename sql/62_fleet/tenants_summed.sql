create or replace function auth.tenants_summed(p_period app.meter_period)
returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  v_since timestamptz := p_period.since;
  v_day date := (v_since at time zone 'UTC')::date;
  v_month date := date_trunc('month', v_day);
  v_active bigint;
  v_most jsonb;
  v_tenants bigint;
  v_days jsonb;
  v_bytes bigint;
  v_calls bigint;
begin
  -- A month that began within the period tells by itself; of the one before, when its last call was.
  with used as materialized (
    select u.tenant_id, sum(u.api_calls)::bigint as calls,
      bool_or(u.month >= v_day or u.called_at >= v_since) as is_active
    from app.usage_months u where u.month >= v_month group by u.tenant_id)
  select (select count(*) from used n where n.is_active),
    (select json_object_agg(m.tenant_id, m.calls)::jsonb
      from (select n.tenant_id, n.calls from used n order by n.calls desc, n.tenant_id limit 10) m)
  into v_active, v_most;
  -- One reading for both: those from before the period are of no day.
  select sum(d.kept), json_object_agg(d.day, d.number) filter (where d.day is not null)::jsonb
  into v_tenants, v_days
  from (
    select case when t.created_at >= v_since then (t.created_at at time zone 'UTC')::date end as day,
      count(*) as number, count(*) filter (where t.status <> 'deleted') as kept
    from app.tenants t group by 1) d;
  select coalesce(sum(s.bytes), 0) into v_bytes from app.storage_usage s;
  select coalesce(sum(d.calls), 0) into v_calls from app.call_days d where d.day >= v_day;
  return json_build_object('tenants', coalesce(v_tenants, 0), 'active_tenants', v_active,
    'signups_by_day', (
      select json_agg(json_build_object('date', d.day::date,
        'count', app.count_in(v_days, d.day::date::text)) order by d.day)
      from generate_series(v_day::timestamp, p_period.until at time zone 'UTC', interval '1 day') d(day)),
    'storage_bytes', v_bytes, 'api_calls', v_calls, 'top_tenants', app.tenants_named(v_most));
end $$;
comment on function auth.tenants_summed is
  'All tenants in figures, for a period in UTC: {tenants, active_tenants, signups_by_day, storage_bytes, api_calls, '
  'top_tenants}. As their owner: row-level security shows what is in one tenant at a time';
