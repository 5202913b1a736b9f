create or replace function auth.installation_stats(p_period app.meter_period)
returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  v_exact constant real := 100000;
  v_day date := (p_period.since at time zone 'UTC')::date;
  v_tenants json;
  v_users bigint;
  v_files bigint;
  v_calls json;
  v_total bigint;
  v_latencies bigint[];
  v_answered numeric;
  v_errors numeric;
begin
  select json_build_object('total', count(*) filter (where t.status <> 'deleted'),
    'active', count(*) filter (where t.status = 'active'),
    'suspended', count(*) filter (where t.status = 'suspended'),
    'new', count(*) filter (where t.created_at >= p_period.since)) into v_tenants
  from app.tenants t;
  -- Of large tables the planner's number of rows: counting them would read all of them.
  select greatest(c.reltuples, 0) into v_users from pg_catalog.pg_class c where c.oid = 'app.users'::regclass;
  if v_users < v_exact then select count(*) into v_users from app.users u; end if;
  select greatest(c.reltuples, 0) into v_files from pg_catalog.pg_class c where c.oid = 'app.files'::regclass;
  if v_files < v_exact then select count(*) into v_files from app.files f; end if;
  select coalesce(sum(d.calls), 0), coalesce(json_agg(json_build_object(
    'date', d.day, 'count', d.calls) order by d.day), '[]') into v_total, v_calls
  from app.call_days d where d.day >= v_day;
  select array_agg(s.calls order by s.step), coalesce(sum(s.calls), 0) into v_latencies, v_answered
  from (
    select l.step, sum(l.calls)::bigint as calls
    from app.call_days d cross join unnest(d.latencies) with ordinality l(calls, step)
    where d.day >= v_day group by l.step) s;
  select coalesce(sum(d.errors), 0) into v_errors from app.call_days d where d.day >= v_day;
  return json_build_object('tenants', v_tenants, 'users', v_users,
    'objects', (select coalesce(sum(c.live), 0) from app.object_counts c),
    'files', json_build_object('count', v_files,
      'bytes', (select coalesce(sum(s.bytes), 0) from app.storage_usage s)),
    'api_calls', json_build_object('total', v_total, 'by_day', v_calls),
    'requests', json_build_object('p50_ms', app.latency_quantile(v_latencies, 0.5),
      'p95_ms', app.latency_quantile(v_latencies, 0.95), 'error_rate', round(v_errors / nullif(v_answered, 0), 6)),
    'database', (
      select json_build_object('size_bytes', pg_database_size(current_database()),
        'connections', d.numbackends,
        'cache_hit', round(d.blks_hit::numeric / nullif(d.blks_hit + d.blks_read, 0), 4))
      from pg_catalog.pg_stat_database d where d.datname = current_database()),
    'top_tenants', auth.tenants_summed(p_period)->'top_tenants');
end $$;
comment on function auth.installation_stats is
  'All tenants in figures, for a period in UTC: see GET /admin/stats. Users and files are estimated from 100,000 on. As their '
  'owner: row-level security shows what is in one tenant at a time';
