-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Answers to mails about tickets. The column has no default, so no row is rewritten; the table is as small as tickets are few.
alter table app.ticket_messages add column if not exists mail_id text collate "C"
  check (length(mail_id) = 64);
comment on column app.ticket_messages.mail_id is
  'Of a message that came by mail: the SHA-256 of its Message-ID, so that it comes in once';
create unique index if not exists ticket_messages_mail
  on app.ticket_messages (tenant_id, ticket_id, mail_id) where mail_id is not null;
