create or replace function app.lineage_here(out system_identifier bigint, out timeline integer)
language sql volatile as $$
  select c.system_identifier,
    -- Of the WAL that is written now: the control file says it only after the next checkpoint.
    ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer
  from pg_control_system() c
$$;
comment on function app.lineage_here is
  'Which PostgreSQL this is, and the timeline that it writes. A fail-over and a point-in-time recovery begin another '
  'timeline; a server into which a dump is restored is another PostgreSQL';
