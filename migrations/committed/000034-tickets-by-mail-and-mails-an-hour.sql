--! Previous: sha1:ba50350f66136ca152d58dafe10fc8e0daa1c549
--! Hash: sha1:8040873d0ca00e5dc9045417a42a44364ad231e5
--! Message: tickets by mail and mails an hour

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Answers to mails about tickets. The column has no default, so no row is rewritten; the table is as small as tickets are few.
alter table app.ticket_messages add column if not exists mail_id text collate "C"
  check (length(mail_id) = 64);
comment on column app.ticket_messages.mail_id is
  'Of a message that came by mail: the SHA-256 of its Message-ID, so that it comes in once';
create unique index if not exists ticket_messages_mail
  on app.ticket_messages (tenant_id, ticket_id, mail_id) where mail_id is not null;

-- How many messages a tenant sends in an hour. A default that is a constant: no row is rewritten.
alter table app.plans add column if not exists mails_per_hour integer default 10000
  check (mails_per_hour > 0);
comment on column app.plans.mails_per_hour is
  'Mails and text messages to anybody within an hour, but for codes, links and security notices';
