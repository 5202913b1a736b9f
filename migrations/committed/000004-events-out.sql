--! Previous: sha1:237b9512a7c633e1f94a1fde7a4ccc349bac587c
--! Hash: sha1:2a3c83cfdecdf4793bbcee0e870a88822cf16470
--! Message: Events out

-- Events out: what hears the journal, webhooks, automations, scheduled jobs, functions, dead letters.

------------------------------------------------------------------------------------------------
-- What the journal is heard by
------------------------------------------------------------------------------------------------

alter table app.journal add column causation_depth smallint not null default 0;
comment on column app.journal.causation_depth is
  'How many automations, functions or webhooks stand between this event and the call of somebody: '
  'what ends loops';

create table app.event_subscriptions (
  tenant_id app.id not null references app.tenants on delete cascade,
  kind text not null check (kind in ('webhook', 'automation', 'function')),
  subscriber_id app.id not null,
  events text[] not null check (cardinality(events) > 0),
  object_types text[],
  conditions jsonb,
  is_sync boolean not null default false,
  primary key (tenant_id, kind, subscriber_id)
);
comment on table app.event_subscriptions is
  'Who acts on events at present: the enabled webhooks, automations and functions, as a write and '
  'the dispatcher match them';
comment on column app.event_subscriptions.events is
  'Names such as object.created, object.*, custom.signup or *';
comment on column app.event_subscriptions.object_types is 'Ids; null for all';
comment on column app.event_subscriptions.conditions is
  'Filters over the event (app.json_filter), compiled anew whenever events are matched';
comment on column app.event_subscriptions.is_sync is
  'Acts inside the transaction of the writer: an automation of mode sync';

------------------------------------------------------------------------------------------------
-- Work: what the worker has to do outside of a transaction
------------------------------------------------------------------------------------------------

create table app.work (
  tenant_id app.id not null,
  kind text not null check (kind in ('webhook', 'automation', 'function', 'job')),
  id app.id not null,
  due_at timestamptz not null default now(),
  attempts smallint not null default 0,
  serial_key text collate "C",
  primary key (tenant_id, kind, id)
);
create index work_due on app.work (tenant_id, kind, due_at);
create index work_serial on app.work (tenant_id, kind, serial_key, id) where serial_key is not null;
comment on table app.work is
  'The queue: deliveries and runs that are not over, by the id of their record. Small, whatever '
  'their logs hold';
comment on column app.work.due_at is
  'When it is begun, or begun again. Who claims it moves this ahead, so that what a killed worker '
  'leaves is due again by itself';
comment on column app.work.attempts is 'How often it was begun: who ends it says which attempt';
comment on column app.work.serial_key is
  'Of rows with the same key only the one with the lowest id is ever due';

create table app.workers (
  worker_id text primary key,
  seen_at timestamptz not null default now()
);
comment on table app.workers is
  'The workers of the job queue that live; jobs that others hold are given free';

create table app.schedules (
  tenant_id app.id not null references app.tenants on delete cascade,
  kind text not null check (kind in ('automation', 'function', 'job')),
  subject_id app.id not null,
  cron_expression text,
  timezone text not null default 'UTC',
  run_at timestamptz,
  next_run_at timestamptz,
  primary key (tenant_id, kind, subject_id),
  check ((cron_expression is null) <> (run_at is null))
);
create index schedules_due on app.schedules (tenant_id, next_run_at) where next_run_at is not null;
comment on table app.schedules is
  'When jobs, automations and functions fire: by a cron expression, or once';
comment on column app.schedules.next_run_at is
  'The firing that comes next; null while it is disabled, and when there is none';

create table app.dead_letters (
  tenant_id app.id not null references app.tenants on delete cascade,
  id app.id not null,
  source text not null check (source in
    ('webhook', 'automation', 'job', 'email', 'integration', 'function', 'export', 'ai')),
  source_id text not null,
  record_id text not null,
  task text not null,
  payload jsonb not null,
  error text,
  attempts integer not null,
  max_attempts integer not null,
  status text not null default 'dead' check (status in ('dead', 'retrying', 'discarded')),
  first_failed_at timestamptz not null default now(),
  last_failed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, source, record_id)
);
create index dead_letters_status on app.dead_letters (tenant_id, status, id);
comment on table app.dead_letters is
  'What was given up after its last attempt, to be looked at, tried again or thrown away';
comment on column app.dead_letters.source_id is 'The webhook, automation, job … that it is of';
comment on column app.dead_letters.record_id is 'The delivery, run, message or export that failed';

------------------------------------------------------------------------------------------------
-- Webhooks
------------------------------------------------------------------------------------------------

create table app.webhooks (
  tenant_id app.id not null references app.tenants on delete cascade,
  id app.id not null,
  url text not null check (length(url) <= 2000),
  description text check (length(description) <= 1000),
  events text[] not null default '{}',
  object_types text[] not null default '{}',
  filters jsonb not null default '[]',
  headers jsonb not null default '{}',
  status text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  disabled_reason text,
  hidden text[] not null default '{}',
  ordering text not null default 'none' check (ordering in ('none', 'per_object')),
  throttle_rate integer check (throttle_rate between 1 and 1000),
  secret text not null,
  secret_preview text not null,
  previous_secrets jsonb not null default '[]',
  failure_count integer not null default 0,
  failing_since timestamptz,
  next_slot_at timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by text,
  primary key (tenant_id, id)
);
comment on table app.webhooks is 'Addresses of a tenant that are told of its events';
comment on column app.webhooks.hidden is
  'Resource types whose events are not sent: those that whoever set it up may not see himself';
comment on column app.webhooks.secret is
  'What signs its deliveries, sealed; previous_secrets are [{secret, expires_at}] of a rotation';
comment on column app.webhooks.next_slot_at is
  'When the next delivery may go out: of a throttled webhook, and after 429, 502 or 504';

create table app.webhook_deliveries (
  tenant_id app.id not null,
  id app.id not null,
  webhook_id app.id not null,
  event_id app.id not null,
  event_type text not null,
  url text not null,
  status text not null default 'pending'
    check (status in ('pending', 'success', 'retrying', 'dead')),
  trigger text not null default 'event' check (trigger in ('event', 'retry', 'test', 'replay')),
  attempt smallint not null default 0,
  max_attempts smallint not null default 10,
  request_headers jsonb,
  request_body text not null,
  response_status integer,
  response_body text,
  duration_ms integer,
  error text,
  next_attempt_at timestamptz,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, webhook_id) references app.webhooks on delete cascade
);
create index webhook_deliveries_webhook on app.webhook_deliveries (tenant_id, webhook_id, id);
create index webhook_deliveries_status on app.webhook_deliveries (tenant_id, status, id);
create index webhook_deliveries_event on app.webhook_deliveries (tenant_id, event_id);
comment on table app.webhook_deliveries is
  'What is sent to webhooks, and what they answered at the last attempt; kept for 30 days';
comment on column app.webhook_deliveries.request_body is
  'The bytes that are sent and signed, the same at each attempt';

------------------------------------------------------------------------------------------------
-- Automations
------------------------------------------------------------------------------------------------

create table app.automations (
  tenant_id app.id not null references app.tenants on delete cascade,
  id app.id not null,
  name text not null check (length(name) between 1 and 200),
  description text check (length(description) <= 1000),
  trigger_event text not null,
  object_type_id app.id,
  conditions jsonb not null default '[]',
  actions jsonb not null default '[]',
  is_enabled boolean not null default true,
  mode text not null default 'async' check (mode in ('async', 'sync')),
  run_as text not null default 'system' check (run_as in ('system', 'trigger_user')),
  max_runs_per_minute integer check (max_runs_per_minute between 1 and 10000),
  run_count bigint not null default 0,
  last_run_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, object_type_id) references app.object_types on delete cascade
);
create index automations_type on app.automations (tenant_id, object_type_id)
  where object_type_id is not null;
comment on table app.automations is 'What a tenant wants done when something happens';

create table app.automation_runs (
  tenant_id app.id not null,
  id app.id not null,
  automation_id app.id not null,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'succeeded', 'failed', 'skipped', 'cancelled')),
  trigger jsonb not null,
  input jsonb not null default '{}',
  actions jsonb not null default '[]',
  steps jsonb not null default '[]',
  variables jsonb not null default '{}',
  principal jsonb not null,
  causation_depth smallint not null default 0,
  attempt smallint not null default 1,
  error text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, automation_id) references app.automations on delete cascade
);
create index automation_runs_automation on app.automation_runs (tenant_id, automation_id, id);
comment on table app.automation_runs is
  'What automations did: input is what their templates see as trigger, actions are those of the '
  'automation when the run began, steps what became of each; kept for 30 days';

------------------------------------------------------------------------------------------------
-- Scheduled jobs
------------------------------------------------------------------------------------------------

create table app.scheduled_jobs (
  tenant_id app.id not null references app.tenants on delete cascade,
  id app.id not null,
  name text not null check (length(name) between 1 and 200),
  description text check (length(description) <= 1000),
  cron_expression text,
  run_at timestamptz,
  timezone text not null default 'UTC',
  action_type text not null check (action_type in ('webhook', 'function', 'automation', 'email',
    'export', 'event', 'cleanup')),
  action_config jsonb not null default '{}',
  is_enabled boolean not null default true,
  status text not null default 'active' check (status in ('active', 'paused', 'completed', 'failed')),
  last_run_at timestamptz,
  last_status text,
  run_count bigint not null default 0,
  failure_count bigint not null default 0,
  actor jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by text,
  primary key (tenant_id, id),
  check ((cron_expression is null) <> (run_at is null))
);
comment on table app.scheduled_jobs is 'What a tenant wants done at certain times';
comment on column app.scheduled_jobs.actor is
  'Who set what it does, {type, id}: it acts with the rights that he has when it runs';

create table app.job_runs (
  tenant_id app.id not null,
  id app.id not null,
  job_id app.id not null,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'succeeded', 'failed', 'skipped')),
  trigger text not null check (trigger in ('schedule', 'manual')),
  scheduled_for timestamptz,
  causation_depth smallint not null default 0,
  attempt smallint not null default 0,
  output jsonb,
  error text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  duration_ms integer,
  primary key (tenant_id, id),
  foreign key (tenant_id, job_id) references app.scheduled_jobs on delete cascade
);
create unique index job_runs_firing on app.job_runs (tenant_id, job_id, scheduled_for)
  where scheduled_for is not null;
create index job_runs_job on app.job_runs (tenant_id, job_id, id);
comment on table app.job_runs is
  'What scheduled jobs did, each firing once; kept for 30 days';

------------------------------------------------------------------------------------------------
-- Functions
------------------------------------------------------------------------------------------------

create table app.functions (
  tenant_id app.id not null references app.tenants on delete cascade,
  id app.id not null,
  name text not null check (length(name) between 1 and 200),
  description text check (length(description) <= 1000),
  trigger_type text not null default 'http'
    check (trigger_type in ('http', 'event', 'schedule', 'manual')),
  trigger_event text,
  object_type_id app.id,
  cron_expression text,
  run_at timestamptz,
  timezone text not null default 'UTC',
  runtime text not null default 'javascript' check (runtime in ('javascript', 'expression')),
  code text not null check (length(code) <= 262144),
  is_enabled boolean not null default true,
  version integer not null default 1,
  timeout_ms integer not null default 5000 check (timeout_ms between 10 and 30000),
  memory_mb integer not null default 32 check (memory_mb between 4 and 128),
  env jsonb not null default '{}',
  allowed_hosts text[] not null default '{}',
  actor jsonb not null default '{}',
  last_executed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by text,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, object_type_id) references app.object_types on delete cascade
);
create index functions_type on app.functions (tenant_id, object_type_id)
  where object_type_id is not null;
comment on table app.functions is 'Code of a tenant that runs in the sandbox (src/sandbox)';
comment on column app.functions.env is 'By name, each value sealed';
comment on column app.functions.actor is
  'Who has set its code, env and hosts, {type, id}: started by an event or its schedule, it acts with '
  'the rights that he has when it runs';
comment on column app.functions.allowed_hosts is 'What ctx.fetch may reach: host names, *.example.com';

create table app.function_versions (
  tenant_id app.id not null,
  function_id app.id not null,
  version integer not null,
  code text not null,
  created_at timestamptz not null default now(),
  created_by text,
  primary key (tenant_id, function_id, version),
  foreign key (tenant_id, function_id) references app.functions on delete cascade
);
comment on table app.function_versions is 'Each code that a function ever had, the present one too';

create table app.function_runs (
  tenant_id app.id not null,
  id app.id not null,
  function_id app.id not null,
  version integer not null,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'succeeded', 'failed', 'timeout', 'skipped')),
  trigger jsonb not null,
  principal jsonb not null,
  causation_depth smallint not null default 0,
  attempt smallint not null default 0,
  input jsonb,
  output jsonb,
  error text,
  logs jsonb not null default '[]',
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  duration_ms integer,
  primary key (tenant_id, id),
  foreign key (tenant_id, function_id) references app.functions on delete cascade
);
create index function_runs_function on app.function_runs (tenant_id, function_id, id);
comment on table app.function_runs is
  'What functions were given, answered and logged, last attempt; kept for 30 days';

-- A message that failed may be tried again from its dead letter: it keeps what it says until then.
alter table app.messages drop constraint "a secret goes when the message has gone";
alter table app.messages add constraint "a secret goes when the message has gone"
  check (status in ('queued', 'stored') or text is null and html is null
    and (status = 'failed' or variables = '{}'));
comment on table app.messages is
  'Outbound mails and texts, queued in the transaction that wants them sent and rendered when they '
  'go out. What was sent loses its variables, which may hold a token, and so does what has failed '
  'when its dead letter is thrown away; what had nowhere to go keeps them and what it would have '
  'said (stored)';

do $$
declare v_table text;
begin
  foreach v_table in array array['event_subscriptions', 'work', 'schedules', 'dead_letters', 'webhooks',
    'webhook_deliveries', 'automations', 'automation_runs', 'scheduled_jobs', 'job_runs',
    'functions', 'function_versions', 'function_runs'] loop
    execute format('alter table app.%I enable row level security', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on app.%I
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id', true))
      with check (tenant_id = current_setting('app.tenant_id', true))$sql$, v_table);
  end loop;
end $$;
