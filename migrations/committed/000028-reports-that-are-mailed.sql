--! Previous: sha1:04c720665f3719934710265ce613b610caa80737
--! Hash: sha1:4d4cfbc7f7c49c7e24f4b3fef2d636045333173d
--! Message: reports that are mailed

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Reports that are mailed: who has written the question, and the scheduled job that asks it. The table is small; a column
-- with a constant default is added without a rewrite, in milliseconds.
alter table app.saved_reports drop column if exists authors, drop column if exists job_id;
alter table app.saved_reports
  add column authors jsonb not null default '{}',
  add column job_id text;
comment on column app.saved_reports.authors is
  'Who has written the question, as app.authors_set says: when a job asks it, they all must be allowed to';
comment on column app.saved_reports.job_id is 'The scheduled job that mails it, while there is one';

-- Jobs that mail a report. The constraint reads the table once, with the jobs of all tenants: milliseconds.
alter table app.scheduled_jobs drop constraint if exists scheduled_jobs_action_type_check;
alter table app.scheduled_jobs add constraint scheduled_jobs_action_type_check check (action_type in
  ('webhook', 'function', 'automation', 'email', 'report', 'export', 'event', 'sql', 'cleanup'));
