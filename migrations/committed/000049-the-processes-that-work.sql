--! Previous: sha1:72f0f2127e026d007e1dc50a449a997018a441f2
--! Hash: sha1:61ee99183a723817cee20c8c4e18f13985413b47
--! Message: the processes that work

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Nothing said whether a worker runs, or which: app.workers holds places of the job queue, two of each process, and forgets
-- them after half a minute.
drop table if exists app.worker_processes;
create table app.worker_processes (
  process_id text primary key,
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  stuck_lanes text[] not null default '{}'
);
comment on table app.worker_processes is
  'The processes that work: each says every ten seconds that it lives, and removes its row when it stops. A row that is older '
  'than 30 seconds is of one that was killed or hangs; it goes after a day';
comment on column app.worker_processes.process_id is 'Made at the start of the process';
comment on column app.worker_processes.stuck_lanes is
  'The lanes of the process that do not turn any more, by its own account: /ready of it says the same';
