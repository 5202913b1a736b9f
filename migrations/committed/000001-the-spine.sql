--! Previous: -
--! Hash: sha1:5da75255f1a3516a100da4e112ec64a30bad4f54
--! Message: The spine

-- The tables of the spine. Functions live in sql/, roles in migrations/roles.sql.
--
-- Three rules hold for every table that has a tenant_id (test/catalog holds them):
--   1. tenant_id comes first in every key and index, so that a tenant can move to its own node.
--   2. row-level security is on, with the one policy "a tenant sees its own rows".
--   3. no triggers: what a write does is spelled out in the function that does it.

create schema app;
create schema auth;
create schema api;
create schema platform;
create schema gateway;
create schema jobs;
create schema ext;

comment on schema app is 'Tables and engine functions';
comment on schema auth is 'Credential checks (SECURITY DEFINER, a short audited list)';
comment on schema api is 'One function per tenant operation, reached through gateway.call';
comment on schema platform is
  'One function per /admin operation, reached through gateway.call_platform';
comment on schema gateway is 'The only door: what the API process may execute';
comment on schema jobs is 'What the worker calls';
comment on schema ext is 'Extensions';

-- Ids are compared byte by byte: time-ordered (uuidv7) text in the C collation.
create domain app.id as text collate "C";
comment on domain app.id is
  '<prefix>_<32 hex digits of a uuidv7>: opaque to clients, ordered by creation time';

------------------------------------------------------------------------------------------------
-- Tenants and keys
------------------------------------------------------------------------------------------------

create table app.tenants (
  tenant_id app.id primary key,
  name text not null check (length(name) between 1 and 200),
  slug text not null check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  status text not null default 'active'
    check (status in ('provisioning', 'active', 'suspended', 'migrating', 'deleted')),
  status_reason text,
  plan_tier text not null default 'unlimited'
    check (plan_tier in ('unlimited', 'free', 'starter', 'pro', 'enterprise')),
  region text,
  owner_email text,
  limits jsonb not null default '{}',
  features jsonb not null default '{}',
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint "a deleted tenant says when" check ((status = 'deleted') = (deleted_at is not null))
);
comment on table app.tenants is
  'One row per tenant; a deleted tenant stays as a tombstone while its data is purged';
comment on column app.tenants.limits is
  'Overrides of the plan''s limits, by name; null means no limit';

create table app.tenant_slugs (
  slug text primary key,
  tenant_id app.id not null
);
comment on table app.tenant_slugs is
  'Directory: slug to tenant, for calls that start without a tenant. Global, never referenced';

create table app.plans (
  plan_tier text primary key,
  requests_per_minute integer check (requests_per_minute > 0)
);
comment on table app.plans is 'What a plan limits; null means no limit. Global';
insert into app.plans values
  ('unlimited', null), ('free', 120), ('starter', 600), ('pro', 3000), ('enterprise', 12000);

create table app.api_keys (
  tenant_id app.id not null references app.tenants on delete cascade,
  id app.id not null,
  handle text collate "C" not null check (handle ~ '^[0-9A-Za-z]{12}$'),
  secret_hash bytea not null check (length(secret_hash) = 32),
  last4 text not null,
  label text not null default '' check (length(label) <= 200),
  scopes text[] not null check (
    cardinality(scopes) between 1 and 7
    and scopes <@ array['read', 'write', 'schema', 'files', 'auth', 'ai', '*']),
  ip_allowlist cidr[] not null default '{}' check (cardinality(ip_allowlist) <= 100),
  rate_limit integer check (rate_limit between 1 and 1000000),
  expires_at timestamptz,
  revoked_at timestamptz,
  replaced_by app.id,
  last_used_at timestamptz,
  last_used_ip inet,
  created_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, handle)
);
comment on table app.api_keys is 'API keys; the secret itself is shown once and never stored';
comment on column app.api_keys.handle is
  'The public middle part of the token, by which the key is found';
comment on column app.api_keys.secret_hash is
  'sha256 of the token''s secret part (256 random bits need no slow hash)';
comment on column app.api_keys.rate_limit is 'Requests per minute; null means the plan''s';
comment on column app.api_keys.replaced_by is 'The key that rotation put in this one''s place';

------------------------------------------------------------------------------------------------
-- Object types and properties
------------------------------------------------------------------------------------------------

create type app.indexed_property as (id text, name text, is_unique boolean);
comment on type app.indexed_property is
  'What a write must know to keep the rows of app.object_index';

create table app.object_types (
  tenant_id app.id not null references app.tenants on delete cascade,
  id app.id not null,
  name text collate "C" not null check (name ~ '^[a-z0-9-]+$' and length(name) <= 63),
  display_name text check (length(display_name) <= 200),
  is_strict boolean not null default false,
  definition jsonb not null default '{}',
  indexed app.indexed_property[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by text,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
comment on table app.object_types is 'What kinds of objects a tenant has';
comment on column app.object_types.is_strict is 'Refuses properties that the type does not define';
comment on column app.object_types.indexed is
  'The properties that have rows in app.object_index; kept like definition';
comment on column app.object_types.definition is
  'The properties by name, as a write needs them; '
  'kept by app.object_type_refresh so that a write reads one row';

create table app.properties (
  tenant_id app.id not null,
  object_type_id app.id not null,
  id app.id not null,
  name text collate "C" not null check (name ~ '^[A-Za-z_][A-Za-z0-9_-]{0,62}$'),
  data_type text not null check (data_type in (
    'string', 'text', 'email', 'url', 'phone', 'slug', 'color', 'richtext', 'number', 'integer',
    'float', 'percent', 'currency', 'rating', 'boolean', 'date', 'datetime', 'time', 'json',
    'array', 'object', 'enum')),
  is_indexed boolean not null default false,
  is_sortable boolean not null default false,
  is_unique boolean not null default false,
  is_required boolean not null default false,
  default_value jsonb,
  enum_values text[],
  description text check (length(description) <= 2000),
  index_status text not null default 'none'
    check (index_status in ('none', 'building', 'ready', 'failed')),
  index_done bigint not null default 0,
  index_total bigint not null default 0,
  index_cursor app.id,
  index_error jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, object_type_id) references app.object_types on delete cascade,
  constraint "an enum says its values" check ((data_type = 'enum') = (enum_values is not null))
);
create unique index properties_name_key on app.properties (tenant_id, object_type_id, lower(name));
comment on table app.properties is 'The typed fields of an object type';
comment on column app.properties.index_status is
  'State of the rows in app.object_index: none (not wanted), building, ready, '
  'failed (see index_error)';
comment on column app.properties.index_cursor is 'The last object that the index build has done';

------------------------------------------------------------------------------------------------
-- Objects
------------------------------------------------------------------------------------------------

create type app.object_operation as enum ('create', 'update', 'delete', 'restore');
comment on type app.object_operation is 'What made a version of an object';

create table app.objects (
  tenant_id app.id not null,
  object_type_id app.id not null,
  id app.id not null,
  properties jsonb not null,
  version integer not null default 1,
  is_deleted boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by text,
  updated_by text,
  operation app.object_operation not null default 'create',
  tx_id xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, object_type_id, id)
) with (fillfactor = 85);
create index objects_trash on app.objects (tenant_id, object_type_id, id) where is_deleted;
comment on table app.objects is
  -- No CHECK and no foreign key to the type: both cost each write (a check is read and planned
  -- anew per statement, 8 % together). Writers hold the type (app.object_type_hold), which says
  -- the same.
  'Every object of every tenant. created_at is the time inside the id, '
  'so the primary key is the listing order';
comment on column app.objects.operation is 'What made this version';
comment on column app.objects.tx_id is 'The transaction that made this version';

create type app.object_record as (
  id text, object_type_id text, tenant_id text, properties jsonb, created_at timestamptz,
  updated_at timestamptz, created_by text, version integer, is_deleted boolean
);
comment on type app.object_record is 'An object as the API shows it';

create table app.object_index (
  tenant_id app.id not null,
  property_id app.id not null,
  text_value text collate "C" not null,
  number_value double precision not null,
  object_id app.id not null,
  is_unique boolean not null default false,
  primary key (tenant_id, property_id, text_value, number_value, object_id)
);
create unique index object_index_unique_value on app.object_index
  (tenant_id, property_id, text_value, number_value) where is_unique;
comment on table app.object_index is
  'One row per live object and indexed, sortable or unique property; the primary key serves '
  'equality, range, sort and paging. See app.index_text and app.index_number';

create table app.object_versions (
  tenant_id app.id not null,
  object_type_id app.id not null,
  object_id app.id not null,
  version integer not null,
  properties jsonb not null,
  is_deleted boolean not null,
  operation app.object_operation not null,
  created_at timestamptz not null,
  created_by text,
  tx_id xid8 not null,
  primary key (tenant_id, object_type_id, object_id, version)
);
comment on table app.object_versions is
  'Each past state of an object, as it was before the change that followed it';

create table app.object_counts (
  tenant_id app.id not null,
  object_type_id app.id not null,
  slot smallint not null,
  live bigint not null default 0,
  trashed bigint not null default 0,
  primary key (tenant_id, object_type_id, slot),
  foreign key (tenant_id, object_type_id) references app.object_types on delete cascade
) with (fillfactor = 50);
comment on table app.object_counts is
  'Live and trashed objects per type, spread over slots by backend, '
  'so that writers do not queue on one row';

------------------------------------------------------------------------------------------------
-- Engines
------------------------------------------------------------------------------------------------

create type app.dependency as (type text, count bigint);
comment on type app.dependency is 'How many records of a type hang on a record';

create table app.confirm_tokens (
  tenant_id app.id not null,
  token_hash bytea not null,
  principal text not null,
  resource_type text not null,
  resource_id text not null,
  fingerprint text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash)
);
create index confirm_tokens_resource on app.confirm_tokens (tenant_id, resource_type, resource_id);
comment on table app.confirm_tokens is
  'Second halves of two-step deletes: single use, five minutes, bound to who and what';

create table app.journal (
  tenant_id app.id not null,
  xid xid8 not null default pg_current_xact_id(),
  id app.id not null,
  type text not null,
  actor jsonb not null,
  resource_type text not null,
  resource_id text not null,
  object_type_id text,
  before json,
  after json,
  changed text[],
  request_id text,
  ip text,
  user_agent text,
  pending boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, xid, id)
) partition by range (id);
create table app.journal_default partition of app.journal default;
comment on table app.journal_default is
  'Catches rows that no monthly partition was made for: stays empty while the worker runs';
create index journal_pending on app.journal (tenant_id, xid, id) where pending;
comment on table app.journal is
  'The one append-only log of every mutation: audit log, outbox, feed. '
  'Partitioned by the time inside the id';
comment on column app.journal.before is 'The previous values of what changed';
comment on column app.journal.after is 'The record as the API shows it';
comment on column app.journal.pending is
  'Somebody may want to act on this row: the worker''s dispatcher will look';

------------------------------------------------------------------------------------------------
-- Row-level security: one policy, the same for every tenant table
------------------------------------------------------------------------------------------------

do $$
declare v_table regclass;
begin
  for v_table in
    select c.oid from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'tenant_slugs'
  loop
    execute format('alter table %s enable row level security', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on %s
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id', true))
      with check (tenant_id = current_setting('app.tenant_id', true))$sql$, v_table);
  end loop;
end $$;

-- No policy: partitions are reached through the journal.
alter table app.journal_default enable row level security;

create policy "the platform sees every tenant" on app.tenants for select to insula_platform
  using (true);

alter table app.tenant_slugs enable row level security;
create policy "the platform keeps the directory" on app.tenant_slugs to insula_platform
  using (true) with check (true);
