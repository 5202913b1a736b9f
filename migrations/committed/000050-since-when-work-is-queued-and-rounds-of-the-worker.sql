--! Previous: sha1:61ee99183a723817cee20c8c4e18f13985413b47
--! Hash: sha1:bf7381171539836037b4affdf3e27d2c2f12db70
--! Message: since when work is queued, and rounds of the worker

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- What fails and is tried again is never due for long, so how long it has been due did not say that it is stuck.
alter table app.work add column if not exists created_at timestamptz not null default now();
comment on column app.work.created_at is 'Since when it has been queued, however often it was begun or put off';

-- Nothing said when the hourly clean-up last went through.
drop table if exists app.worker_rounds;
create table app.worker_rounds (
  name text primary key,
  ended_at timestamptz not null
);
comment on table app.worker_rounds is
  'When work that the clock starts has last gone through as a whole, by its name';
insert into app.worker_rounds (name, ended_at) values ('housekeeping', now());
