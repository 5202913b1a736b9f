-- The migration in progress: repeatable until `insula migrate new` commits it.

alter table app.webhooks add column if not exists hidden text[] not null default '{}';
comment on column app.webhooks.hidden is
  'Resource types whose events are not sent: those that whoever set it up may not see himself';
