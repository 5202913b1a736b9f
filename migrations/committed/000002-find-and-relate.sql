--! Previous: sha1:5da75255f1a3516a100da4e112ec64a30bad4f54
--! Hash: sha1:b78651f2fe16ca276e0fb31d13f2edf6b373c7c1
--! Message: find and relate

-- Find and relate: full text, associations, views, safe writes, the journal's readers, and moving
-- data in and out.

create extension if not exists btree_gin with schema ext;
create extension if not exists pgcrypto with schema ext;  -- app.seal

------------------------------------------------------------------------------------------------
-- Filters and full text
------------------------------------------------------------------------------------------------

create type app.filter as (
  condition jsonpath, variables jsonb, is_plain boolean, externals jsonb, terms jsonb, ids text[]
);
comment on type app.filter is
  'A filter, compiled by app.compile_filter: a jsonpath over properties with its variables, plain '
  'when it needs nothing else; externals are the questions that each row has to be asked besides. '
  'terms are the conditions that an index can serve; ids, once app.filter_plan has chosen to go by '
  'them, the only objects that can match';
create type app.filter_part as (
  condition text, variables jsonb[], externals jsonb[], terms jsonb[], leaves integer
);
comment on type app.filter_part is 'What app.compile_filter has put together so far';

create table app.object_search (
  tenant_id app.id not null,
  object_type_id app.id not null,
  object_id app.id not null,
  document tsvector not null,
  primary key (tenant_id, object_type_id, object_id)
);
comment on table app.object_search is
  'The words of each live object that has any, for full text search';

alter table app.object_types add column silent text[] not null default '{}';
comment on column app.object_types.silent is
  'The properties whose texts full text search leaves out, such as phone or enum; '
  'kept like definition';

-- What is there already: as app.object_type_refresh and app.search_document do it from now on.
update app.object_types t set silent = array(
  select p.name from app.properties p
  where p.tenant_id = t.tenant_id and p.object_type_id = t.id
    and p.data_type not in ('string', 'text', 'richtext', 'email', 'url', 'slug')
  order by p.name);
insert into app.object_search (tenant_id, object_type_id, object_id, document)
select w.tenant_id, w.object_type_id, w.id, w.document
from (
  select o.tenant_id, o.object_type_id, o.id, case
      when octet_length(d.texts::text) <= 100000 then
        jsonb_to_tsvector('simple', d.texts, '["string"]')
      else (select to_tsvector('simple', left(string_agg(t.value, E'\n' order by t.key), 100000))
        from jsonb_each_text(d.texts) t)
    end as document
  from app.objects o
  join app.object_types t on t.tenant_id = o.tenant_id and t.id = o.object_type_id
  cross join lateral (select o.properties - t.silent as texts) d
  where not o.is_deleted) w
where w.document <> '';

-- In a collation of its own, the same order by another name: a query that asks in it can use this
-- index alone. Left to its estimates the planner would read all words of a large tenant by the
-- primary key.
create index object_search_document on app.object_search using gin (
  tenant_id collate "ucs_basic", object_type_id collate "ucs_basic", document)
  with (gin_pending_list_limit = 512);

------------------------------------------------------------------------------------------------
-- Associations and views
------------------------------------------------------------------------------------------------

create table app.association_types (
  tenant_id app.id not null references app.tenants on delete cascade,
  id app.id not null,
  name text collate "C" not null check (name ~ '^[a-z0-9_-]+$' and length(name) <= 63),
  from_type_id app.id,
  to_type_id app.id,
  inverse_name text collate "C"
    check (inverse_name ~ '^[a-z0-9_-]+$' and length(inverse_name) <= 63),
  cardinality text not null default 'many' check (cardinality in ('one', 'many')),
  max integer check (max between 1 and 1000000),
  on_delete text not null default 'detach' check (on_delete in ('detach', 'cascade', 'restrict')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by text,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, from_type_id) references app.object_types on delete cascade,
  foreign key (tenant_id, to_type_id) references app.object_types on delete cascade
);
comment on table app.association_types is
  'What a kind of association means. Optional: a name without a row here joins any two objects, '
  'any number of times, and is detached on delete';
comment on column app.association_types.max is
  'How many an object may have at most; null means no limit';
comment on column app.association_types.on_delete is
  'What happens to the "from" objects when the "to" object of an association is deleted';

alter table app.object_types add column has_cascade boolean not null default false;
comment on column app.object_types.has_cascade is
  'Deleting one of its objects may take others along (on_delete cascade): a delete then locks all '
  'of them in one order before it begins. Kept by app.association_types_spread';

create table app.associations (
  tenant_id app.id not null,
  id app.id not null,
  association_type text collate "C" not null
    check (association_type ~ '^[a-z0-9_-]+$' and length(association_type) <= 63),
  from_type_id app.id not null,
  from_id app.id not null,
  to_type_id app.id not null,
  to_id app.id not null,
  meta jsonb not null default '{}',
  is_hidden boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by text,
  primary key (tenant_id, id)
);
create unique index associations_pair on app.associations
  (tenant_id, from_type_id, from_id, association_type, to_type_id, to_id);
create index associations_from on app.associations (tenant_id, from_type_id, from_id, id);
create index associations_to on app.associations (tenant_id, to_type_id, to_id, id);
create index associations_from_named on app.associations
  (tenant_id, from_type_id, from_id, association_type, id);
create index associations_to_named on app.associations
  (tenant_id, to_type_id, to_id, association_type, id);
comment on table app.associations is
  -- No foreign keys to the objects, as app.objects has none to its type: who writes a row holds
  -- both objects (for key share), and who removes an object removes its rows.
  'Directed, named links between objects';
comment on column app.associations.is_hidden is 'One of its ends is in the trash';

create type app.association_record as (
  id text, from_type text, from_type_id text, from_id text, association_type text, to_type text,
  to_type_id text, to_id text, meta jsonb, created_at timestamptz, updated_at timestamptz
);
comment on type app.association_record is 'An association as the API shows it';
create type app.association_row as (
  id text, from_type text, from_type_id text, from_id text, association_type text, to_type text,
  to_type_id text, to_id text, meta jsonb, created_at timestamptz, updated_at timestamptz,
  direction text, inverse_name text
);
comment on type app.association_row is
  'An association in a list of one object: outgoing or incoming, '
  'and then with the inverse name of its type';

create table app.views (
  tenant_id app.id not null,
  object_type_id app.id not null,
  id app.id not null,
  name text not null check (length(name) between 1 and 200),
  filters jsonb not null default '[]',
  sort jsonb,
  columns text[] not null default '{}',
  is_default boolean not null default false,
  visibility text not null default 'shared' check (visibility in ('private', 'shared')),
  created_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, object_type_id, id),
  foreign key (tenant_id, object_type_id) references app.object_types on delete cascade
);
create unique index views_default on app.views (tenant_id, object_type_id) where is_default;
comment on table app.views is 'Saved searches of an object type';

------------------------------------------------------------------------------------------------
-- Safe writes
------------------------------------------------------------------------------------------------

create table app.idempotency_keys (
  tenant_id app.id not null,
  principal text not null,
  key text not null check (length(key) between 1 and 255),
  request_hash bytea not null,
  answer json,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, principal, key)
);
create index idempotency_keys_age on app.idempotency_keys (tenant_id, created_at);
comment on table app.idempotency_keys is
  'Answers of requests that carried an Idempotency-Key, written in the transaction of their '
  'effect; kept 24 hours';

------------------------------------------------------------------------------------------------
-- The journal's readers
------------------------------------------------------------------------------------------------

create table app.journal_seals (
  tenant_id app.id not null,
  xid xid8 not null,
  id app.id not null,
  hash bytea not null,
  primary key (tenant_id, xid, id)
);
comment on table app.journal_seals is
  'The hash chain over each tenant''s journal, written by the worker: sha256 of the hash before '
  'and the row';

create index journal_custom_events on app.journal (tenant_id, id) where resource_type = 'event';

------------------------------------------------------------------------------------------------
-- Import and export
------------------------------------------------------------------------------------------------

create table app.imports (
  tenant_id app.id not null,
  id app.id not null,
  object_type_id app.id not null,
  status text not null check (status in ('completed', 'partial', 'failed', 'undone')),
  format text not null,
  mode text not null check (mode in ('insert', 'upsert', 'update')),
  total integer not null,
  created integer not null,
  updated integer not null,
  skipped integer not null,
  failed integer not null,
  errors jsonb not null default '[]',
  tx_id xid8 not null default pg_current_xact_id(),
  duration_ms integer not null,
  created_by text,
  created_at timestamptz not null default clock_timestamp(),
  undone_at timestamptz,
  primary key (tenant_id, id)
);
comment on table app.imports is 'What each import did';

create table app.exports (
  tenant_id app.id not null,
  id app.id not null,
  object_type_id app.id not null,
  format text not null check (format in ('csv', 'json', 'ndjson', 'xlsx')),
  status text not null default 'pending'
    check (status in ('pending', 'running', 'completed', 'failed', 'expired')),
  request jsonb not null,
  principal jsonb not null,
  filename text not null check (length(filename) between 1 and 200),
  row_count integer,
  size_bytes bigint,
  error jsonb,
  created_by text,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (tenant_id, id)
);
comment on table app.exports is 'Exports and where they stand';
comment on column app.exports.principal is 'Who asked for it: the worker reads as they would';

create table app.export_chunks (
  tenant_id app.id not null,
  export_id app.id not null,
  position integer not null,
  bytes bytea not null,
  primary key (tenant_id, export_id, position),
  foreign key (tenant_id, export_id) references app.exports on delete cascade
);
alter table app.export_chunks alter column bytes set storage external;
comment on table app.export_chunks is
  'The bytes of an export in parts of up to 1 MB: any process can serve them, '
  'and they go with their row';

------------------------------------------------------------------------------------------------
-- Row-level security: one policy, the same for every tenant table
------------------------------------------------------------------------------------------------

do $$
declare v_table text;
begin
  foreach v_table in array array['object_search', 'association_types', 'associations', 'views',
    'idempotency_keys', 'journal_seals', 'imports', 'exports', 'export_chunks'] loop
    execute format('alter table app.%I enable row level security', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on app.%I
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id', true))
      with check (tenant_id = current_setting('app.tenant_id', true))$sql$, v_table);
  end loop;
end $$;
