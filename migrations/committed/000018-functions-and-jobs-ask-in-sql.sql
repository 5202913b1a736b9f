--! Previous: sha1:7ab32fef41e777ad62014e6c8c845e2897ae4dd2
--! Hash: sha1:a8c60d85fe1b554905fab83b6789ef455cb1147c
--! Message: functions and jobs ask in SQL

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Functions and scheduled jobs may ask in SQL. Both tables hold some rows per tenant: the check of them takes milliseconds,
-- under a lock that no read or run of one waits for longer.
alter table app.functions drop constraint if exists functions_runtime_check;
alter table app.functions add constraint functions_runtime_check
  check (runtime in ('javascript', 'expression', 'sql'));
alter table app.scheduled_jobs drop constraint if exists scheduled_jobs_action_type_check;
alter table app.scheduled_jobs add constraint scheduled_jobs_action_type_check check (action_type in
  ('webhook', 'function', 'automation', 'email', 'export', 'event', 'cleanup', 'sql'));
