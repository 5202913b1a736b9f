--! Previous: sha1:612d78c6b465613c07829b6dc3c379f679766353
--! Hash: sha1:12f83557ab86104a668af036b2bf49d2002fea22
--! Message: settings of the installation and feature flags

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Only the environment and the command line could set anything for all tenants.
alter table app.installation_settings
  add column if not exists self_serve boolean,
  add column if not exists default_plan text collate "C",
  add column if not exists read_only boolean not null default false,
  add column if not exists maintenance jsonb,
  add column if not exists backup_alarm_hours integer not null default 26 check (backup_alarm_hours between 1 and 8760);
comment on column app.installation_settings.self_serve is 'Whether anyone may create a tenant; null means that SELF_SERVE decides';
comment on column app.installation_settings.default_plan is
  'The plan of tenants that are created without one; null means unlimited, and free for self-service';
comment on column app.installation_settings.read_only is 'Requests of tenants that change something are refused';
comment on column app.installation_settings.maintenance is 'What tenant-config announces: {message, until}';
comment on column app.installation_settings.backup_alarm_hours is
  'The age of the newest backup of all at which /admin/health warns';

-- The operator could not open a feature to some of the tenants.
drop table if exists app.feature_flags;
create table app.feature_flags (
  key text collate "C" primary key check (key ~ '^[a-z][a-z0-9_.-]{0,62}$'),
  description text not null default '',
  is_enabled boolean not null default false,
  percentage numeric not null default 100 check (percentage between 0 and 100),
  is_public boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table app.feature_flags is
  'Features that the operator opens to all tenants or some of them; a tenant''s own features[key] comes first. Global';
comment on column app.feature_flags.percentage is
  'The share of tenants that have it while it is enabled: those whose hash with the key lies below it';
comment on column app.feature_flags.is_public is 'Shown by tenant-config, to callers without a token';
