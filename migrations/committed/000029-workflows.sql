--! Previous: sha1:4d4cfbc7f7c49c7e24f4b3fef2d636045333173d
--! Hash: sha1:b061422f585b76343fdde92fd4c4c2d4e3afcfb5
--! Message: workflows

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Workflows, their versions, and what goes through them. The tables are new: no lock is waited for.
drop table if exists app.workflow_history, app.workflow_runs, app.workflow_states, app.workflow_versions, app.workflows;
create table app.workflows (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  name text not null check (length(name) between 1 and 200),
  description text check (length(description) <= 1000),
  object_type_id app.id,
  trigger jsonb not null default '"manual"',
  initial_state text check (length(initial_state) <= 100),
  states jsonb not null default '[]',
  transitions jsonb not null default '[]',
  status text collate "C" not null default 'draft' check (status in ('draft', 'active', 'archived')),
  version integer not null default 0,
  is_changed boolean not null default true,
  authors jsonb not null,
  published_at timestamptz,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index workflows_type on app.workflows (tenant_id, object_type_id) where object_type_id is not null;
comment on table app.workflows is
  'Workflows as they were last written; what runs go by are their versions';
comment on column app.workflows.object_type_id is
  'What its runs are about; null where they need no object. Without a foreign key: a workflow outlives its type';
comment on column app.workflows.version is 'The version that was last published; 0 for none';
comment on column app.workflows.is_changed is 'Whether it was written since';
comment on column app.workflows.authors is
  'Who last wrote its parts, {part: [{type, id}]}: actions may do no more than all of them may now';

create table app.workflow_versions (
  tenant_id text collate "C" not null,
  workflow_id app.id not null,
  version integer not null,
  object_type_id app.id,
  trigger jsonb not null,
  initial_state text not null,
  states jsonb not null,
  transitions jsonb not null,
  authors jsonb not null,
  actor jsonb not null,
  published_at timestamptz not null,
  primary key (tenant_id, workflow_id, version),
  foreign key (tenant_id, workflow_id) references app.workflows on delete cascade
);
comment on table app.workflow_versions is 'Each version of a workflow as it was published; a run stays on its own';
comment on column app.workflow_versions.authors is 'Everyone who wrote a part of it, [{type, id}]';
comment on column app.workflow_versions.actor is 'Who published it, {type, id}: as whom its actions are done';

create table app.workflow_states (
  tenant_id text collate "C" not null,
  workflow_id app.id not null,
  version integer not null,
  name text collate "C" not null,
  state jsonb not null,
  transitions jsonb not null,
  primary key (tenant_id, workflow_id, version, name),
  foreign key (tenant_id, workflow_id, version) references app.workflow_versions on delete cascade
);
comment on table app.workflow_states is
  'The states of each version, each with the transitions that leave it, {name: transition}: a step reads no more than these';

create table app.workflow_runs (
  tenant_id text collate "C" not null,
  id app.id not null,
  workflow_id app.id not null,
  workflow_version integer not null,
  state text collate "C" not null,
  status text collate "C" not null
    check (status in ('running', 'waiting', 'completed', 'failed', 'cancelled')),
  object_type_id app.id,
  object_id text collate "C",
  assignee text collate "C",
  assignee_role text collate "C",
  trigger jsonb not null,
  input jsonb not null default '{}',
  variables jsonb not null default '{}',
  scope jsonb not null default '{}',
  actions jsonb not null default '[]',
  steps jsonb not null default '[]',
  attempt integer not null default 1,
  error text check (length(error) <= 4000),
  causation_depth smallint not null default 0,
  root uuid not null,
  moves integer not null default 0,
  starter jsonb not null,
  entered_at timestamptz not null,
  due_at timestamptz,
  started_at timestamptz not null,
  finished_at timestamptz,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, workflow_id) references app.workflows on delete cascade
) with (fillfactor = 80);
create index workflow_runs_workflow on app.workflow_runs (tenant_id, workflow_id, id);
create index workflow_runs_status on app.workflow_runs (tenant_id, status, id);
create index workflow_runs_workflow_status on app.workflow_runs (tenant_id, workflow_id, status, id);
create index workflow_runs_assignee on app.workflow_runs (tenant_id, assignee, id) where assignee is not null;
create index workflow_runs_role on app.workflow_runs (tenant_id, assignee_role, id) where assignee_role is not null;
create index workflow_runs_object on app.workflow_runs (tenant_id, object_type_id, object_id)
  where object_id is not null and status in ('running', 'waiting', 'failed');
comment on table app.workflow_runs is 'What goes through workflows, and where it stands';
comment on column app.workflow_runs.status is
  'running: actions have still to be done; waiting: for a transition or a timeout';
comment on column app.workflow_runs.assignee is 'Whose task it is, while it waits; assignee_role likewise';
comment on column app.workflow_runs.input is 'What templates see as trigger: the event, or what it was started with';
comment on column app.workflow_runs.scope is 'What they see there beside it: the object and the transition as they were';
comment on column app.workflow_runs.actions is 'Of the last transition, with what became of them (steps)';
comment on column app.workflow_runs.due_at is 'When the timeout of its state comes';
comment on column app.workflow_runs.root is 'Whose budget its actions use: app.causation_budgets';
comment on column app.workflow_runs.moves is 'How many rows its history has';
comment on column app.workflow_runs.starter is 'Who started it, as the journal keeps actors';

create table app.workflow_history (
  tenant_id text collate "C" not null,
  run_id app.id not null,
  move integer not null,
  from_state text collate "C",
  to_state text collate "C" not null,
  transition text collate "C",
  actor jsonb not null,
  comment text check (length(comment) <= 10000),
  at timestamptz not null,
  primary key (tenant_id, run_id, move),
  foreign key (tenant_id, run_id) references app.workflow_runs on delete cascade
);
comment on table app.workflow_history is 'The states that a run came into, one row each time; nothing changes it';

do $$
declare v_table text;
begin
  foreach v_table in array
    array['workflows', 'workflow_versions', 'workflow_states', 'workflow_runs', 'workflow_history'] loop
    execute format('alter table app.%I enable row level security', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on app.%I
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id'))
      with check (tenant_id = current_setting('app.tenant_id'))$sql$, v_table);
  end loop;
end $$;

-- Workflows hear events and are due at times. The lists of kinds are checked without
-- reading the tables: what is in them has been checked already. Each lock lasts for milliseconds.
alter table app.event_subscriptions drop constraint if exists event_subscriptions_kind_check;
alter table app.event_subscriptions add constraint event_subscriptions_kind_check
  check (kind in ('webhook', 'automation', 'function', 'workflow')) not valid;
alter table app.schedules drop constraint if exists schedules_kind_check;
alter table app.schedules add constraint schedules_kind_check
  check (kind in ('automation', 'function', 'job', 'workflow')) not valid;
