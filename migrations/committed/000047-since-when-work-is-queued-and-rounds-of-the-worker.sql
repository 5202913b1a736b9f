--! Previous: sha1:04875eb0a81c0950d5bed9242288642c0e3768ca
--! Hash: sha1:0f940e3ac6b15003c132b14277bbece7a48694ec
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
