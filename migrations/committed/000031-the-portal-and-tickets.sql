--! Previous: sha1:d6af37abd59f6f718a30c5dedde8e79661007c37
--! Hash: sha1:248a9ae926a9efc6b6509aa194ca17a665d5b456
--! Message: the portal and tickets

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- What tenants ask the operator. The tables are new: no lock is waited for.
drop table if exists app.ticket_notes, app.ticket_messages, app.tickets, app.ticket_numbers;
create table app.ticket_numbers (
  id smallint primary key check (id = 1),
  last bigint not null check (last >= 0)
);
insert into app.ticket_numbers (id, last) values (1, 0);
comment on table app.ticket_numbers is
  'The last number that a ticket has, of all tenants: one row, locked until the ticket is there, so that no number is left out';

create table app.tickets (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  number bigint not null check (number > 0),
  subject text not null check (length(subject) between 1 and 200),
  status text collate "C" not null default 'open'
    check (status in ('open', 'pending', 'on_hold', 'solved', 'closed')),
  priority text collate "C" not null default 'normal'
    check (priority in ('low', 'normal', 'high', 'urgent')),
  category text check (length(category) <= 100),
  requester_type text collate "C" not null
    check (requester_type in ('user', 'api_key', 'platform')),
  requester_id text collate "C" not null check (length(requester_id) <= 100),
  assignee text collate "C" check (length(assignee) <= 200),
  first_response_at timestamptz,
  first_response_due_at timestamptz not null,
  solved_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint tickets_number unique (tenant_id, number)
);
create index tickets_status on app.tickets (tenant_id, status, number);
create index tickets_of_all on app.tickets (number);
create index tickets_of_all_id on app.tickets (id);
create index tickets_of_all_status on app.tickets (status, number);
create index tickets_of_all_priority on app.tickets (priority, number);
create index tickets_of_all_assignee on app.tickets (assignee, number) where assignee is not null;
comment on table app.tickets is 'What a tenant asks the operator of this server';
comment on column app.tickets.number is 'Counted over all tenants, without gaps: app.ticket_numbers';
comment on column app.tickets.assignee is 'The one of the operator''s people who looks after it, as the operator calls them';
comment on column app.tickets.first_response_at is 'When the operator first answered; an internal note is no answer';
comment on column app.tickets.first_response_due_at is 'By when the operator should, as its priority says';

create table app.ticket_messages (
  tenant_id text collate "C" not null,
  ticket_id app.id not null,
  id app.id not null,
  author jsonb not null,
  body text not null check (length(body) between 1 and 20000),
  attachments jsonb not null default '[]',
  created_at timestamptz not null,
  primary key (tenant_id, ticket_id, id),
  foreign key (tenant_id, ticket_id) references app.tickets on delete cascade
);
comment on table app.ticket_messages is 'What a tenant and the operator have written to each other';
comment on column app.ticket_messages.author is '{type, id}';
comment on column app.ticket_messages.attachments is
  'Files of the tenant as they were called, [{file_id, filename, mime_type, size_bytes}]: those that the operator may read';

create table app.ticket_notes (
  tenant_id text collate "C" not null,
  ticket_id app.id not null,
  id app.id not null,
  body text not null check (length(body) between 1 and 20000),
  created_at timestamptz not null,
  primary key (tenant_id, ticket_id, id),
  foreign key (tenant_id, ticket_id) references app.tickets on delete cascade
);
comment on table app.ticket_notes is
  'Internal notes of the operator. A table of its own, which requests of tenants may not read';

do $$
declare v_table text;
begin
  foreach v_table in array array['tickets', 'ticket_messages', 'ticket_notes'] loop
    execute format('alter table app.%I enable row level security', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on app.%I
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id'))
      with check (tenant_id = current_setting('app.tenant_id'))$sql$, v_table);
  end loop;
end $$;

-- Customers of a tenant who look at the portal. The table is new: no lock is waited for.
drop table if exists app.portal_sessions;
create table app.portal_sessions (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  object_type_id app.id not null,
  object_id text collate "C" not null,
  capabilities text[] not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (tenant_id, id)
);
create index portal_sessions_expiry on app.portal_sessions (tenant_id, expires_at);
comment on table app.portal_sessions is
  'Sign-ins of contacts, which are objects of a type and no users. Without a foreign key: each call looks at the contact itself';
comment on column app.portal_sessions.capabilities is
  'What the tenant''s server has said of it in POST /v1/portal/access, for the tenant''s application to read';
alter table app.portal_sessions enable row level security;
create policy "a tenant sees its own rows" on app.portal_sessions
  to insula_tenant, insula_platform, insula_worker
  using (tenant_id = current_setting('app.tenant_id'))
  with check (tenant_id = current_setting('app.tenant_id'));
