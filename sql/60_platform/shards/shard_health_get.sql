create or replace function platform.shard_health_get(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_shard app.shards := app.shard_find(args->>'shard_id');
  v_tenants bigint := app.shard_tenants();
  v_used numeric := v_tenants::numeric / nullif(v_shard.capacity, 0);
  v_most integer := current_setting('max_connections')::integer;
  v_busy integer := (select sum(d.numbackends) from pg_catalog.pg_stat_database d);
  v_age bigint := (select max(age(d.datfrozenxid)) from pg_catalog.pg_database d);
  v_checks json[];
begin
  v_checks := array[
    app.health_check('database', case when pg_is_in_recovery() then 'critical' else 'ok' end,
      to_jsonb(current_setting('server_version')), case when pg_is_in_recovery() then 'PostgreSQL only reads: it is in recovery.'
        else 'PostgreSQL answers.' end),
    app.health_check('status', case v_shard.status when 'active' then 'ok' when 'readonly' then 'warning' else 'critical' end,
      to_jsonb(v_shard.status), case v_shard.status when 'active' then 'Requests of tenants are answered.'
        when 'readonly' then 'Requests of tenants that change something are refused.'
        else 'All requests of tenants are refused.' end),
    app.health_check('capacity', case when v_used >= 1 or v_shard.capacity = 0 then 'warning' else 'ok' end, to_jsonb(v_tenants),
      case when v_shard.capacity is null then 'It takes any number of tenants.'
        else format('%s of %s tenants.', v_tenants, v_shard.capacity) end),
    app.health_check('connections', case when v_busy > v_most * 0.9 then 'warning' else 'ok' end, to_jsonb(v_busy),
      format('%s of %s connections are open.', v_busy, v_most)),
    app.health_check('transaction_ids', case when v_age > 1500000000 then 'critical' when v_age > 500000000 then 'warning'
        else 'ok' end, to_jsonb(v_age), 'The age of the oldest transaction id; at 2,000,000,000 PostgreSQL refuses writes.')];
  return json_build_object('ok', v_shard.status = 'active' and not exists (
      select 1 from unnest(v_checks) c where c->>'level' <> 'ok'), 'checks', to_json(v_checks));
end $$;
comment on function platform.shard_health_get is 'Get the health of a shard';
