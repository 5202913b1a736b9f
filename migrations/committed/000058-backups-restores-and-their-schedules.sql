--! Previous: sha1:5b82f4f4c03c422afb16a7362d44e94e27885644
--! Hash: sha1:aa152a9a4f242136747cae5535be7df1e77dd97b
--! Message: backups, restores and their schedules

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- One tenant could not be kept, or brought back, by itself.
drop table if exists app.backups, app.restores, app.backup_schedules;
create table app.backups (
  id app.id primary key,
  about_tenant text collate "C",
  type text collate "C" not null check (type in ('tenant', 'schema', 'full')),
  source text collate "C" not null check (source in ('api', 'schedule', 'undo', 'upload', 'external')),
  label text check (length(label) <= 200),
  status text collate "C" not null
    check (status in ('pending', 'running', 'completed', 'failed', 'cancelled', 'expired')),
  done bigint not null default 0,
  total bigint,
  unit text collate "C" not null default 'rows' check (unit in ('rows', 'bytes')),
  attempts smallint not null default 0,
  options jsonb not null default '{}',
  lock text collate "C" check (lock in ('passphrase', 'recipient')),
  handover jsonb,
  size_bytes bigint,
  checksum text collate "C",
  row_counts jsonb,
  files jsonb,
  snapshot_at timestamptz,
  feed_place text collate "C",
  schema_version text collate "C",
  tenant_slug text collate "C",
  verify_status text collate "C" check (verify_status in ('running', 'passed', 'failed')),
  verified_at timestamptz,
  verify jsonb,
  expires_at timestamptz not null default 'infinity',
  schedule_id text collate "C",
  error text,
  created_by text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index backups_at on app.backups (created_at, id);
create index backups_tenant on app.backups (about_tenant, created_at, id);
create index backups_status on app.backups (status, created_at, id);
create index backups_source on app.backups (source, created_at, id);
create index backups_type on app.backups (type, created_at, id);
create index backups_schedule on app.backups (schedule_id, about_tenant, created_at, id)
  where schedule_id is not null;
create index backups_expiry on app.backups (expires_at);
comment on table app.backups is
  'Snapshots of tenants, and what is known of their bytes, which lie outside of the database. Of the installation: no tenant sees them';
comment on column app.backups.about_tenant is
  'The tenant that it is of. No foreign key: one that was uploaded may come from another installation, and kept ones outlive their tenant';
comment on column app.backups.attempts is 'How often a worker has begun it';
comment on column app.backups.options is '{files, journal_from, secrets, recipient} as they were asked for';
comment on column app.backups.lock is 'What opens it; null where it is not encrypted';
comment on column app.backups.handover is
  'How a passphrase comes from the process that was given it to the one that needs it: {recipient, sealed}. Only the memory of the '
  'latter holds what opens it';
comment on column app.backups.expires_at is 'infinity: its bytes stay until it is deleted';
comment on column app.backups.schedule_id is 'The schedule that has asked for it';

create table app.restores (
  id app.id primary key,
  backup_id text collate "C",
  mode text collate "C" not null
    check (mode in ('new_tenant', 'in_place', 'merge', 'clone', 'apply')),
  source text collate "C" not null check (source in ('backup', 'tenant', 'diff', 'wal', 'versions')),
  status text collate "C" not null
    check (status in ('pending', 'running', 'completed', 'failed', 'cancelled')),
  source_tenant text collate "C",
  target_tenant text collate "C",
  undo_backup_id text collate "C",
  done bigint not null default 0,
  total bigint,
  unit text collate "C" not null default 'rows' check (unit in ('rows', 'bytes')),
  attempts smallint not null default 0,
  options jsonb not null default '{}',
  handover jsonb,
  report jsonb,
  error text,
  created_by text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index restores_at on app.restores (created_at, id);
create index restores_backup on app.restores (backup_id) where status in ('pending', 'running');
comment on table app.restores is
  'Work that makes or changes a tenant from a snapshot, another tenant or a difference. Of the installation: no tenant sees it';
comment on column app.restores.options is 'What was asked for besides: {name, slug, keep_tenant_id, outbound} and the like';
comment on column app.restores.handover is 'As app.backups.handover';

create table app.backup_schedules (
  id app.id primary key,
  name text not null check (length(name) between 1 and 200),
  about_tenant text collate "C",
  type text collate "C" not null check (type in ('tenant', 'schema', 'full')),
  cron_expression text not null,
  timezone text not null,
  keep_last integer check (keep_last > 0),
  expires_in_days integer not null check (expires_in_days between 1 and 3650),
  verify boolean not null default false,
  label text check (length(label) <= 200),
  is_enabled boolean not null default true,
  next_run_at timestamptz not null default 'infinity',
  last_run_at timestamptz,
  walked_to text collate "C",
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index backup_schedules_at on app.backup_schedules (created_at, id);
create index backup_schedules_next on app.backup_schedules (next_run_at);
comment on table app.backup_schedules is 'Plans by which snapshots of a tenant, or of each active one, are made. Of the installation';
comment on column app.backup_schedules.about_tenant is 'null: each active tenant has a snapshot of its own';
comment on column app.backup_schedules.next_run_at is 'infinity while it is off';
comment on column app.backup_schedules.walked_to is
  'The last tenant that has its snapshot of the present firing; null when all have theirs';
