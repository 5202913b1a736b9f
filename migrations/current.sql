-- The migration in progress: repeatable until `insula migrate new` commits it.

------------------------------------------------------------------------------------------------
-- Budgets: how much one cause may set off
------------------------------------------------------------------------------------------------

alter table app.plans
  add column caused_writes integer default 1000 check (caused_writes > 0),
  add column caused_mails integer default 500 check (caused_mails > 0),
  add column caused_calls integer default 1000 check (caused_calls > 0),
  add column mails_per_recipient integer default 20 check (mails_per_recipient > 0);
comment on column app.plans.caused_writes is
  'How many writes automations, functions and calls back may make in consequence of one request, '
  'firing or event from outside; as many further runs may begin';
comment on column app.plans.caused_mails is 'As caused_writes, of mails and text messages';
comment on column app.plans.caused_calls is
  'As caused_writes, of calls to other servers: deliveries of webhooks, webhook actions, ctx.fetch';
comment on column app.plans.mails_per_recipient is
  'Mails and text messages to one address within an hour, but for codes, links and security notices';

create table app.causation_budgets (
  tenant_id app.id not null,
  root uuid not null,
  writes integer not null default 0,
  mails integer not null default 0,
  calls integer not null default 0,
  runs integer not null default 0,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, root)
);
comment on table app.causation_budgets is
  'What was made in consequence of a request, a firing or an event from outside (root), as far as '
  'it is committed: see app.budget_take. A row for each chain of which anything was made, for a day';
alter table app.causation_budgets enable row level security;
create policy "a tenant sees its own rows" on app.causation_budgets
  to insula_tenant, insula_platform, insula_worker
  using (tenant_id = current_setting('app.tenant_id', true))
  with check (tenant_id = current_setting('app.tenant_id', true));

alter table app.journal add column root uuid;
comment on column app.journal.root is
  'Where the chain began that this belongs to: kept where somebody may act on the row';
alter table app.automation_runs add column root uuid;
alter table app.function_runs add column root uuid;
alter table app.job_runs add column root uuid;
alter table app.webhook_deliveries add column root uuid;
comment on column app.automation_runs.root is 'Whose budget it uses: app.causation_budgets';
comment on column app.function_runs.root is 'Whose budget it uses: app.causation_budgets';
comment on column app.job_runs.root is 'Whose budget it uses: app.causation_budgets';
comment on column app.webhook_deliveries.root is
  'Whose budget the receiver uses who calls back: app.causation_budgets';
alter table app.messages
  add column root uuid,
  add column causation_depth smallint not null default 0;
comment on column app.messages.root is 'As in app.journal, for the events that tell of the message';
comment on column app.messages.causation_depth is 'As in app.journal';

-- A subscription hears what was committed after it began to listen.
alter table app.event_subscriptions
  add column since pg_snapshot,
  add column since_at timestamptz;
comment on column app.event_subscriptions.since is
  'What was committed when it began to listen, which it does not hear; null: it is older than this '
  'column, and hears everything';
comment on column app.event_subscriptions.since_at is
  'The moment of since: what was written later is heard even where transaction numbers began anew, '
  'as after the restore of a dump';
