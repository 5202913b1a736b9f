--! Previous: sha1:f05078635c12792b94111d355bfd5d98a694e4bf
--! Hash: sha1:a2fc5fbf820e412817d4fc15663e1f55d3af3e2d
--! Message: keys in force and migrations of stored data

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Keys that may have sealed something, by their fingerprints; and the processes that live, with the keys that they have.
drop table if exists app.encryption_keys;
create table app.encryption_keys (
  fingerprint text collate "C" primary key check (fingerprint ~ '^[0-9a-f]{16}$'),
  first_used_at timestamptz not null,
  other_secrets bigint
);
comment on table app.encryption_keys is
  'Fingerprints of the ENCRYPTION_KEYs that secrets may be sealed with: a process that lacks one does not start. A reseal '
  'leaves only the one that it sealed with';
comment on column app.encryption_keys.other_secrets is
  'How many secrets were sealed with other keys when they were last counted for this one';

drop table if exists app.key_holders;
create table app.key_holders (
  process_id text collate "C" primary key,
  host text not null,
  pid integer not null,
  version text collate "C" not null,
  seals text collate "C" not null,
  opens text[] collate "C" not null,
  seen_at timestamptz not null
);
comment on table app.key_holders is
  'Running processes, with the fingerprints of the key that they seal with and of all that they open with. Each confirms every '
  'ten seconds that it lives, and removes its row when it stops';

drop table if exists app.migrations;
create table app.migrations (
  id app.id primary key,
  type text collate "C" not null check (type in ('reseal')),
  status text collate "C" not null
    check (status in ('pending', 'running', 'paused', 'completed', 'failed', 'cancelled')),
  done bigint not null default 0,
  total bigint,
  unit text collate "C" not null default 'secrets',
  attempts smallint not null default 0,
  fingerprint text collate "C",
  failures jsonb not null default '[]',
  error text,
  created_by text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index migrations_at on app.migrations (created_at, id);
create index migrations_status on app.migrations (status, created_at, id);
create index migrations_failed on app.migrations (finished_at) where status = 'failed';
create unique index migrations_open on app.migrations (type) where status in ('pending', 'running', 'paused');
comment on table app.migrations is 'Migrations of stored data that the operator asked for and a worker does in chunks';
comment on column app.migrations.fingerprint is 'Of a reseal: of the key that it seals with, once it has begun';
comment on column app.migrations.failures is 'Secrets that stay as they are, by tenant: [{tenant_id, error}], the first 100';
