--! Previous: sha1:b061422f585b76343fdde92fd4c4c2d4e3afcfb5
--! Hash: sha1:d6af37abd59f6f718a30c5dedde8e79661007c37
--! Message: emails of applications

-- The migration in progress: repeatable until `insula migrate new` commits it.
-- Mails that tenants write. The columns are added at once; the check reads the log of 90 days, a second for some million
-- messages, and meanwhile nobody else reads or writes it.
alter table app.messages
  add column if not exists mail jsonb,
  add column if not exists events jsonb not null default '[]',
  add column if not exists scheduled_at timestamptz;
alter table app.messages drop constraint if exists messages_status_check;
alter table app.messages add constraint messages_status_check check (status in ('queued', 'sent',
  'stored', 'delivered', 'bounced', 'complained', 'failed', 'cancelled', 'suppressed'));
comment on column app.messages.mail is
  'Of a mail that a tenant wrote: its envelope, {to, cc, bcc, from, reply_to, headers, tags, template_id, attachments, '
  'unsubscribe_url}, which stays when the words have gone';
comment on column app.messages.events is
  'What has happened since it was queued: [{type, at, error, recipient, id}], where id is that of a delivery report';
comment on column app.messages.scheduled_at is 'When it was to be sent, if that was not at once';

create table if not exists app.message_attachments (
  tenant_id text collate "C" not null,
  message_id app.id not null,
  position smallint not null,
  filename text not null,
  mime_type text not null,
  content bytea not null,
  primary key (tenant_id, message_id, position),
  foreign key (tenant_id, message_id) references app.messages on delete cascade
);
comment on table app.message_attachments is
  'What goes with a mail, as it was when the mail was written; removed once the mail has gone';

create table if not exists app.email_templates (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  name text not null,
  subject text not null,
  html text,
  text text,
  variables text[] not null,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  check (html is not null or text is not null)
);
comment on table app.email_templates is 'What mails of a tenant say, with {{variables}}';
create unique index if not exists email_templates_name on app.email_templates (tenant_id, lower(name));

create table if not exists app.email_suppressions (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  address text collate "C" not null check (address = lower(address)),
  reason text not null check (reason in ('bounce', 'complaint', 'unsubscribe', 'manual')),
  message_id text,
  created_at timestamptz not null,
  primary key (tenant_id, address)
);
comment on table app.email_suppressions is 'Addresses that get no mails which a tenant writes';

create table if not exists app.email_domains (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  domain text collate "C" not null check (domain = lower(domain)),
  selector text not null,
  private_key text not null,
  public_key text not null,
  checks jsonb,
  checked_at timestamptz,
  verified_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, domain)
);
comment on table app.email_domains is 'Domains that a tenant sends mails from, once it has proved that they are its own';
comment on column app.email_domains.private_key is 'For DKIM; sealed by the API process';
comment on column app.email_domains.public_key is 'The record of its name server holds it: that is the proof';

create table if not exists app.email_report_keys (
  tenant_id text collate "C" primary key references app.tenants on delete cascade,
  secret text not null,
  secret_preview text not null,
  created_at timestamptz not null
);
comment on table app.email_report_keys is
  'What signs the delivery reports of a tenant''s mail server; sealed by the API process';
do $$
declare v_table text;
begin
  foreach v_table in array array['message_attachments', 'email_templates', 'email_suppressions',
    'email_domains', 'email_report_keys']
  loop
    execute format('alter table app.%I enable row level security', v_table);
    execute format('drop policy if exists "a tenant sees its own rows" on app.%I', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on app.%I
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id'))
      with check (tenant_id = current_setting('app.tenant_id'))$sql$, v_table);
  end loop;
end $$;
