--! Previous: sha1:2a3c83cfdecdf4793bbcee0e870a88822cf16470
--! Hash: sha1:37d7bd6ca5f11f3e5ae215d700ac985f4788ddbd
--! Message: files

-- Files: metadata and states in SQL, bytes in a storage driver (src/storage).

alter table app.plans add column storage_bytes bigint check (storage_bytes >= 0);
update app.plans p set storage_bytes = l.bytes
from (values ('free', 1073741824), ('starter', 10737418240), ('pro', 107374182400),
  ('enterprise', 1099511627776)) l(tier, bytes)
where p.plan_tier = l.tier;

------------------------------------------------------------------------------------------------
-- Bytes
------------------------------------------------------------------------------------------------

create table app.storage_usage (
  tenant_id app.id primary key references app.tenants on delete cascade,
  bytes bigint not null default 0 check (bytes >= 0)
);
comment on table app.storage_usage is
  'What a tenant''s files take, as its quota counts it: every version, in the trash too, and what '
  'is declared for uploads under way. One row that all writers lock, so that no race passes the quota';

create table app.blobs (
  tenant_id app.id not null references app.tenants on delete cascade,
  storage_key text collate "C" not null check (length(storage_key) between 1 and 300),
  checksum text collate "C" not null check (checksum ~ '^[0-9a-f]{64}$'),
  size_bytes bigint not null check (size_bytes >= 0),
  created_at timestamptz not null default now(),
  unused_since timestamptz,
  is_going boolean not null default false,
  primary key (tenant_id, storage_key)
);
create unique index blobs_checksum on app.blobs (tenant_id, checksum) where not is_going;
create index blobs_unused on app.blobs (tenant_id, unused_since) where unused_since is not null;
comment on table app.blobs is
  'Bytes that are kept, one row for the same bytes of a tenant however many files have them';
comment on column app.blobs.unused_since is
  'When the last version that needed them went, as far as is known; whoever removes them looks again';
comment on column app.blobs.is_going is
  'They are being removed: nothing refers to them any more, and nothing may again';

create table app.file_variants (
  tenant_id app.id not null,
  storage_key text collate "C" not null,
  name text collate "C" not null check (length(name) between 1 and 100),
  variant_key text collate "C" not null check (length(variant_key) between 1 and 400),
  mime_type text not null,
  size_bytes bigint not null,
  checksum text collate "C" not null check (checksum ~ '^[0-9a-f]{64}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_at timestamptz not null default now(),
  primary key (tenant_id, storage_key, name),
  foreign key (tenant_id, storage_key) references app.blobs on delete cascade
);
create unique index file_variants_key on app.file_variants (tenant_id, variant_key);
comment on index app.file_variants_key is 'The sweep asks whose bytes lie under a key';
comment on table app.file_variants is
  'Images made from the bytes of another, kept so that they are made once; name says how, such as '
  'cover-200x200.webp.80';

------------------------------------------------------------------------------------------------
-- Files
------------------------------------------------------------------------------------------------

create table app.files (
  tenant_id app.id not null references app.tenants on delete cascade,
  id app.id not null,
  filename text not null check (length(filename) between 1 and 255),
  mime_type text not null check (length(mime_type) between 3 and 255),
  size_bytes bigint not null check (size_bytes >= 0),
  access text not null default 'private' check (access in ('private', 'authenticated', 'public')),
  folder text collate "C" not null default '' check (length(folder) <= 2019),
  status text not null default 'pending'
    check (status in ('pending', 'ready', 'failed', 'quarantined')),
  storage_key text collate "C" not null,
  checksum text collate "C" check (checksum ~ '^[0-9a-f]{64}$'),
  width integer check (width > 0),
  height integer check (height > 0),
  version integer not null default 1 check (version > 0),
  revision integer not null default 1 check (revision > 0),
  generation integer not null default 1 check (generation > 0),
  meta jsonb not null default '{}' check (jsonb_typeof(meta) = 'object'),
  object_type_id app.id,
  object_id app.id,
  uploaded_by text,
  is_deleted boolean not null default false,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, object_type_id, object_id) references app.objects,
  constraint "a file belongs to an object with its type, or to none"
    check ((object_type_id is null) = (object_id is null)),
  constraint "a ready file has bytes" check (status <> 'ready' or checksum is not null),
  constraint "what is in the trash says since when" check (is_deleted = (deleted_at is not null))
);
create index files_folder on app.files (tenant_id, folder, id);
create index files_object on app.files (tenant_id, object_type_id, object_id, id)
  where object_id is not null;
create index files_size on app.files (tenant_id, size_bytes, id);
create index files_uploader on app.files (tenant_id, uploaded_by, id) where uploaded_by is not null;
create index files_trash on app.files (tenant_id, deleted_at, id) where is_deleted;
create index files_pending on app.files (tenant_id, created_at) where status = 'pending';
comment on table app.files is 'Files: what is known of them. Their bytes are app.blobs';
comment on column app.files.size_bytes is 'While pending and without bytes: what was declared';
comment on column app.files.storage_key is
  'Where the bytes of the present version are; while there are none, where they are uploaded';
comment on column app.files.version is 'Of the bytes: each new upload adds 1';
comment on column app.files.revision is 'Of the record: each change adds 1. The ETag of its metadata';
comment on column app.files.generation is
  'Signed URLs hold it: another access, new bytes or a revocation add 1 and end all of them';
comment on column app.files.uploaded_by is 'The user; null for an API key';

create table app.file_versions (
  tenant_id app.id not null,
  file_id app.id not null,
  version integer not null check (version > 0),
  filename text not null,
  mime_type text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  storage_key text collate "C" not null,
  checksum text collate "C" not null,
  width integer,
  height integer,
  created_at timestamptz not null default now(),
  created_by text,
  primary key (tenant_id, file_id, version),
  foreign key (tenant_id, file_id) references app.files on delete cascade,
  foreign key (tenant_id, storage_key) references app.blobs
);
create index file_versions_blob on app.file_versions (tenant_id, storage_key);
comment on table app.file_versions is
  'Every version of the bytes of a file, the present one too: what keeps bytes from being removed. '
  'A pending file has one as soon as its bytes are there';

------------------------------------------------------------------------------------------------
-- Tags and collections
------------------------------------------------------------------------------------------------

create table app.file_tags (
  tenant_id app.id not null references app.tenants on delete cascade,
  id app.id not null,
  name text not null check (length(name) between 1 and 100),
  color text check (color ~ '^#[0-9a-f]{6}([0-9a-f]{2})?$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by text,
  primary key (tenant_id, id)
);
create unique index file_tags_name on app.file_tags (tenant_id, lower(name));
comment on table app.file_tags is 'Words that a tenant marks files with';

create table app.file_taggings (
  tenant_id app.id not null,
  file_id app.id not null,
  tag_id app.id not null,
  created_at timestamptz not null default now(),
  created_by text,
  primary key (tenant_id, file_id, tag_id),
  foreign key (tenant_id, file_id) references app.files on delete cascade,
  foreign key (tenant_id, tag_id) references app.file_tags on delete cascade
);
create index file_taggings_tag on app.file_taggings (tenant_id, tag_id, file_id);
comment on table app.file_taggings is 'Which files have which tags';

create table app.file_collections (
  tenant_id app.id not null references app.tenants on delete cascade,
  id app.id not null,
  name text not null check (length(name) between 1 and 200),
  description text check (length(description) <= 2000),
  cover_file_id app.id,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, cover_file_id) references app.files
);
create index file_collections_cover on app.file_collections (tenant_id, cover_file_id)
  where cover_file_id is not null;
comment on table app.file_collections is 'Files put together by hand, in an order';

create table app.file_collection_items (
  tenant_id app.id not null,
  collection_id app.id not null,
  file_id app.id not null,
  sort_order integer not null,
  added_at timestamptz not null default now(),
  added_by text,
  primary key (tenant_id, collection_id, file_id),
  foreign key (tenant_id, collection_id) references app.file_collections on delete cascade,
  foreign key (tenant_id, file_id) references app.files on delete cascade
);
create index file_collection_items_order
  on app.file_collection_items (tenant_id, collection_id, sort_order, added_at, file_id);
create index file_collection_items_file on app.file_collection_items (tenant_id, file_id);
comment on table app.file_collection_items is 'Which files are in which collections';

do $$
declare v_table text;
begin
  foreach v_table in array array['storage_usage', 'blobs', 'file_variants', 'files',
    'file_versions', 'file_tags', 'file_taggings', 'file_collections', 'file_collection_items'] loop
    execute format('alter table app.%I enable row level security', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on app.%I
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id', true))
      with check (tenant_id = current_setting('app.tenant_id', true))$sql$, v_table);
  end loop;
end $$;
