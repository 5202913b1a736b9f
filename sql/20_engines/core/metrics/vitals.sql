create or replace function app.vitals()
returns json
language plpgsql stable as $$
declare
  v_now timestamptz := clock_timestamp();
  v_alive_at timestamptz := v_now - interval '30 seconds';
  v_snapshot pg_snapshot := pg_current_snapshot();
  v_alive bigint;
  v_silent bigint;
  v_stuck bigint;
  v_ended_at timestamptz;
  v_xid_age bigint;
  v_begun_at timestamptz;
  v_slots json;
  v_keys integer := cardinality(app.keys_in_force());
  v_old bigint;
  v_figures json;
begin
  select count(*) filter (where w.seen_at >= v_alive_at), count(*) filter (where w.seen_at < v_alive_at),
    count(*) filter (where w.seen_at >= v_alive_at and w.stuck_lanes <> '{}')
  into v_alive, v_silent, v_stuck from app.worker_processes w;
  select r.ended_at into v_ended_at from app.worker_rounds r where r.name = 'housekeeping';
  select max(age(d.datfrozenxid)) into v_xid_age from pg_catalog.pg_database d;
  -- Of the sessions that the owner may see: all of them where it is a member of pg_read_all_stats.
  select min(a.xact_start) into v_begun_at from pg_catalog.pg_stat_activity a
  where a.backend_xid is not null;
  if v_keys > 1 then select max(k.other_secrets) into v_old from app.encryption_keys k; else v_old := 0; end if;
  if not pg_is_in_recovery() then
    v_slots := (
      select json_object_agg(s.slot_name, pg_wal_lsn_diff(pg_current_wal_lsn(), s.restart_lsn))
      from pg_catalog.pg_replication_slots s where s.restart_lsn is not null);
  end if;
  v_figures := (
    select json_object_agg(n.name, n.labels) from (
      select f.name, json_object_agg(f.label, f.value) as labels from app.figures f group by f.name) n);
  return json_build_object(
    'now', extract(epoch from v_now) * 1000,
    'workers', json_build_object('alive', v_alive, 'silent', v_silent, 'stuck', v_stuck),
    'housekeeping', extract(epoch from v_now - v_ended_at),
    'xid_age', v_xid_age,
    'xmin', pg_snapshot_xmin(v_snapshot), 'xmax', pg_snapshot_xmax(v_snapshot),
    'open', extract(epoch from v_now - v_begun_at),
    'keys', json_build_object('in_force', v_keys, 'old_secrets', v_old),
    'slots', coalesce(v_slots, '{}'),
    'figures', coalesce(v_figures, '{}'));
end $$;
comment on function app.vitals is
  'Returns the state of the database and of its workers, in numbers only: {now, workers: {alive, '
  'silent, stuck}, housekeeping, xid_age, xmin, xmax, open, keys: {in_force, old_secrets}, slots: {<name>: bytes}, figures: {<name>: {<label>: value}}}; now in '
  'milliseconds, ages in seconds';
