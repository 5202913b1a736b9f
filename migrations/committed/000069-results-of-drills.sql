--! Previous: sha1:a2fc5fbf820e412817d4fc15663e1f55d3af3e2d
--! Hash: sha1:65681a2ec9c75f66c77be6ec800295056352e843
--! Message: results of drills

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Whether the backups bring the installation back was known only once it was needed.
drop table if exists app.drills;
create table app.drills (
  id app.id primary key,
  started_at timestamptz not null,
  ok boolean not null,
  result jsonb not null
);
create index drills_at on app.drills (started_at, id);
comment on table app.drills is
  'Results of `insula drill`. Of the installation: no tenant sees them';
comment on column app.drills.result is
  '{restored_to, lost_seconds, took_seconds, tenants, rows, mismatches, steps}, as the drill has found it';
