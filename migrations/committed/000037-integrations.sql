--! Previous: sha1:c0b9090256d735443d0046a15e39277e505a96e9
--! Hash: sha1:cf354b0da1794fed6e8f2bd3e2561099309de222
--! Message: integrations

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- integrations: connections to other systems, their syncs, logs, links and inboxes. The tables are new: no lock is waited for.
drop table if exists app.integration_messages, app.integration_links, app.integration_logs, app.integration_syncs,
  app.integrations;
create table app.integrations (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  name text not null check (length(name) between 1 and 200),
  provider text collate "C" not null,
  object_type_id text collate "C",
  config_json jsonb not null,
  secrets jsonb not null,
  mapping jsonb not null,
  match_on jsonb,
  conflict text collate "C" not null check (conflict in ('source_wins', 'ours_wins', 'newest')),
  modified_from text,
  sync_direction text collate "C" not null check (sync_direction in ('inbound', 'outbound', 'bidirectional')),
  schedule jsonb,
  status text collate "C" not null check (status in ('active', 'paused', 'error')),
  cursor jsonb not null default '{}',
  failures integer not null default 0,
  error text,
  last_sync_at timestamptz,
  actor jsonb not null,
  authors jsonb not null,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table app.integrations is 'What is kept in step with another system, and how';
comment on column app.integrations.config_json is 'What its provider needs; secrets are masked in it';
comment on column app.integrations.secrets is 'Sealed by the API process, by their paths in config_json';
comment on column app.integrations.cursor is 'Where the next sync begins, in the words of its provider; written with the rows before it';
comment on column app.integrations.failures is 'Syncs that have failed since the last one that did not';

create table app.integration_syncs (
  tenant_id text collate "C" not null,
  id app.id not null,
  integration_id text collate "C" not null,
  trigger text collate "C" not null check (trigger in ('manual', 'schedule', 'webhook')),
  status text collate "C" not null check (status in ('queued', 'running', 'succeeded', 'partial', 'failed', 'skipped')),
  attempt smallint not null default 0,
  read integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  failed integer not null default 0,
  sent integer not null default 0,
  error text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, integration_id) references app.integrations on delete cascade
);
create index integration_syncs_of on app.integration_syncs (tenant_id, integration_id, id);
comment on table app.integration_syncs is 'Runs of integrations';

create table app.integration_logs (
  tenant_id text collate "C" not null,
  id app.id not null,
  integration_id text collate "C" not null,
  sync_id text collate "C" not null,
  level text collate "C" not null check (level in ('info', 'warn', 'error')),
  direction text collate "C" not null check (direction in ('inbound', 'outbound')),
  status text collate "C" not null check (status in ('succeeded', 'partial', 'failed')),
  message text not null,
  records_processed integer not null default 0,
  records_failed integer not null default 0,
  error jsonb,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, integration_id) references app.integrations on delete cascade
);
create index integration_logs_of on app.integration_logs (tenant_id, integration_id, id);
comment on table app.integration_logs is 'What syncs did, and why records failed: the last 1,000 lines of each integration';

create table app.integration_links (
  tenant_id text collate "C" not null,
  integration_id text collate "C" not null,
  object_id text collate "C" not null,
  version integer not null,
  primary key (tenant_id, integration_id, object_id),
  foreign key (tenant_id, integration_id) references app.integrations on delete cascade
);
comment on table app.integration_links is
  'The version of each object that both sides had last: a later one was changed here, and is sent; what came from there is not';

create table app.integration_messages (
  tenant_id text collate "C" not null,
  integration_id text collate "C" not null,
  id text collate "C" not null,
  body jsonb,
  received_at timestamptz not null,
  primary key (tenant_id, integration_id, id),
  foreign key (tenant_id, integration_id) references app.integrations on delete cascade
);
create index integration_messages_waiting on app.integration_messages (tenant_id, integration_id, received_at) where body is not null;
comment on table app.integration_messages is
  'What was sent to /hooks/:integration_id; without its body once it has been taken, so that a repetition is known';
do $$
declare v_table text;
begin
  foreach v_table in array array['integrations', 'integration_syncs', 'integration_logs', 'integration_links', 'integration_messages'] loop
    execute format('alter table app.%I enable row level security', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on app.%I
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id'))
      with check (tenant_id = current_setting('app.tenant_id'))$sql$, v_table);
  end loop;
end $$;
alter table app.schedules drop constraint if exists schedules_kind_check;
alter table app.schedules add constraint schedules_kind_check
  check (kind in ('automation', 'function', 'integration', 'job', 'workflow')) not valid;
