-- The migration in progress: repeatable until `insula migrate new` commits it.

alter table app.webhooks add column if not exists hidden text[] not null default '{}';
comment on column app.webhooks.hidden is
  'Resource types whose events are not sent: those that whoever set it up may not see himself';
-- A message that failed may be tried again from its dead letter: it keeps what it says until then.
alter table app.messages drop constraint if exists "a secret goes when the message has gone";
alter table app.messages add constraint "a secret goes when the message has gone"
  check (status in ('queued', 'stored') or text is null and html is null
    and (status = 'failed' or variables = '{}'));
comment on table app.messages is
  'Outbound mails and texts, queued in the transaction that wants them sent and rendered when they '
  'go out. What was sent loses its variables, which may hold a token, and so does what has failed '
  'when its dead letter is thrown away; what had nowhere to go keeps them and what it would have '
  'said (stored)';

alter table app.scheduled_jobs add column if not exists actor jsonb not null default '{}';
comment on column app.scheduled_jobs.actor is
  'Who set what it does, {type, id}: it acts with the rights that he has when it runs';

alter table app.job_runs add column if not exists causation_depth smallint not null default 0;
