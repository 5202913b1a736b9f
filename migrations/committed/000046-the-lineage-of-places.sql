--! Previous: sha1:161905b4fe34416047841dbc73e9432b6e4bb452
--! Hash: sha1:7fffa0de04387793a1bff6c84c63b272c11e2294
--! Message: the lineage of places

-- The migration in progress: repeatable until `insula migrate new` commits it.

create schema if not exists private;
create table if not exists private.lineage (
  is_one boolean primary key default true check (is_one),
  system_identifier bigint not null,
  timeline integer not null,
  written xid8 not null,
  seen_number bigint not null,
  seen_at timestamptz not null,
  first_place bigint not null,
  first_at timestamptz not null
);
comment on table private.lineage is
  'One row: which PostgreSQL, on which of its timelines, the places of all journals have come from so far (app.lineage_state)';
comment on column private.lineage.written is
  'The transaction that has written this row; another one has where a dump was restored';
comment on column private.lineage.seen_number is
  'The next transaction number at seen_at, when the row was last written: what was handed out afterwards is not far above it';
comment on column private.lineage.first_place is
  'Above all places at first_at, when the row was made: from there rises the line that a rewind lifts places to (app.rewind)';
create table if not exists private.rewinds (
  noticed_at timestamptz primary key,
  restored_to timestamptz not null,
  reason text not null,
  tenants integer not null
);
comment on table private.rewinds is 'When this database went back in time, and how it was noticed';

alter table app.tenants add column if not exists rewinds jsonb;
comment on column app.tenants.rewinds is
  'Places that were handed out in times which are lost, because the database went back, oldest first: '
  '[{from, to, restored_to, noticed_at}], from and to included; null where it never has (app.place_check)';
