--! Previous: sha1:23e11e34e8fff4eead83d3e6f7712cfd25edb339
--! Hash: sha1:2912e1a2fcdc1e173a9263aa3ae5a146477d60e4
--! Message: migrations of tenants one after the other

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Migrations that take tenants one after the other: reindex and backfill, of one tenant or of all.
alter table app.migrations
  add column if not exists version text collate "C",
  add column if not exists about_tenant text collate "C",
  add column if not exists batch smallint,
  add column if not exists stop_after smallint,
  add column if not exists cursor jsonb,
  add column if not exists tenants_done integer not null default 0,
  add column if not exists tenants_total integer;
alter table app.migrations drop constraint if exists migrations_type_check;
alter table app.migrations add constraint migrations_type_check check (type in ('reseal', 'reindex', 'backfill'));
drop index if exists app.migrations_open;
create unique index migrations_open on app.migrations (type, coalesce(version, ''), coalesce(about_tenant, ''))
  where status in ('pending', 'running', 'paused');
drop index if exists app.migrations_of_tenant;
create index migrations_of_tenant on app.migrations (about_tenant, created_at, id) where about_tenant is not null;
comment on column app.migrations.failures is
  'By tenant: [{tenant_id, error}]. Of a reseal, secrets that stay as they are, the first 100; otherwise tenants that a retry takes';
comment on column app.migrations.version is 'Of a backfill: which one (app.backfills)';
comment on column app.migrations.about_tenant is 'The only tenant that it takes; null: all';
comment on column app.migrations.cursor is
  'Where it is: {after, the tenant that was last taken; tenant and place within it, of the one under way; again, those that a retry takes first; is_over}';

-- How fast and how well the calls of all tenants were answered on a day: from the histograms that processes count by anyway.
alter table app.call_days
  add column if not exists latencies bigint[] not null default '{}',
  add column if not exists errors bigint not null default 0;
comment on column app.call_days.latencies is 'Calls by the steps of app.latency_bounds';
comment on column app.call_days.errors is 'Calls that were answered with 5xx';

-- How many days backups of tenants are kept that say nothing else.
alter table app.installation_settings
  add column if not exists tenant_snapshot_days integer not null default 30 check (tenant_snapshot_days between 1 and 3650);
