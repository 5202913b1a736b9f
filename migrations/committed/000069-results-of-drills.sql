--! Previous: sha1:af0e3fde0923b328b0597ff498d555ff620d1adf
--! Hash: sha1:0746b43ef70d42d94fc6e370da0803b5be89c9f5
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
