--! Previous: sha1:7384601d7a1b53624ef172d2eb0d6b3b2b39ee1f
--! Hash: sha1:95921fd6ff04b9729a4840f45a5c008086d03e7f
--! Message: invariants of object types

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Object types had no rules about what their objects are together.
drop table if exists app.invariant_locks, app.invariants;
create table app.invariants (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  object_type_id text collate "C" not null,
  name text not null check (length(name) between 1 and 200),
  condition jsonb,
  rule jsonb not null,
  message text,
  status text collate "C" not null check (status in ('draft', 'checking', 'active', 'failed')),
  compiled jsonb not null,
  type_ids text[] not null default '{}',
  cursor text collate "C",
  checked_at timestamptz,
  violations jsonb,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, object_type_id) references app.object_types on delete cascade
);
create unique index invariants_name on app.invariants (tenant_id, object_type_id, name);
comment on table app.invariants is 'Rules about the objects of a type that no write may break';
comment on column app.invariants.condition is 'A filter: the objects that the rule is about; null: all';
comment on column app.invariants.compiled is
  'The rule as app.invariant_breaks evaluates it, with the ids of what it names: see app.invariant_compile';
comment on column app.invariants.type_ids is 'Other types whose objects it counts or sums';
comment on column app.invariants.cursor is 'The last object that the worker has checked before it becomes active';
comment on column app.invariants.violations is 'What its last check found: {total, objects, of at most 20}';

create table app.invariant_locks (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  slot smallint not null,
  primary key (tenant_id, slot)
);
comment on table app.invariant_locks is
  'Rows that writers lock before they evaluate a rule: each owner, group or type of a rule falls into one of 1,024 slots of its tenant';

alter table app.object_types add column if not exists invariants jsonb;
comment on column app.object_types.invariants is
  'What a write has to note for rules: of this type, and of those that look at its objects; null: nothing (app.invariants_refresh)';

alter table app.invariants enable row level security;
create policy "a tenant sees its own rows" on app.invariants
  to insula_tenant, insula_platform, insula_worker
  using (tenant_id = current_setting('app.tenant_id'))
  with check (tenant_id = current_setting('app.tenant_id'));
alter table app.invariant_locks enable row level security;
create policy "a tenant sees its own rows" on app.invariant_locks
  to insula_tenant, insula_platform, insula_worker
  using (tenant_id = current_setting('app.tenant_id'))
  with check (tenant_id = current_setting('app.tenant_id'));
