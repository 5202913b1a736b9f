--! Previous: sha1:112ada7b60fd349ed7375e0511a31fa421ea95fc
--! Hash: sha1:3afaa283f839f2db4f1643a82a1c2db22f8395b0
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
