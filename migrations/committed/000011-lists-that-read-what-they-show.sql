--! Previous: sha1:f117226eed7646e6c9a78a05d16c21c4d5400c7e
--! Hash: sha1:570d8ce5f3e21936d43fef8f13232fbe1b6fc921
--! Message: Lists that read what they show

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Indexes for lists that read everything for a few rows (test/cost/lists.test.ts). Until all are built, these tables
-- can be read and not written: some four seconds for each million rows of the journal. A database for which that is too
-- long gets them before it is upgraded, by `create index concurrently` with these names; for the journal on each of its
-- partitions, with any name, which are then taken as they are.

-- What happened to one thing, what a user did, and what is not about objects, which most of the journal is: a write of
-- an object pays for the first, and for the second if a user makes it. The collation keeps them from being mixed up with
-- the primary key: see app.audit_indexed.
create index if not exists journal_resources
  on app.journal (tenant_id collate ucs_basic, resource_id, xid, id);
create index if not exists journal_users
  on app.journal (tenant_id collate ucs_basic, (actor->>'id'), xid, id)
  where actor->>'type' = 'user';
create index if not exists journal_types
  on app.journal (tenant_id collate ucs_basic, type collate "C", xid, id)
  where resource_type <> 'object';
create index if not exists journal_resource_types
  on app.journal (tenant_id collate ucs_basic, resource_type, xid, id)
  where resource_type <> 'object';
create index if not exists journal_event_names on app.journal (tenant_id, resource_id, id)
  where resource_type = 'event';

-- Runs in one state.
create index if not exists automation_runs_status
  on app.automation_runs (tenant_id, automation_id, status, id);
create index if not exists function_runs_status
  on app.function_runs (tenant_id, function_id, status, id);
create index if not exists job_runs_status on app.job_runs (tenant_id, job_id, status, id);

create index if not exists webhook_deliveries_type
  on app.webhook_deliveries (tenant_id, event_type, id);
create index if not exists dead_letters_source
  on app.dead_letters (tenant_id, source, status, id);
create index if not exists association_types_inverse
  on app.association_types (tenant_id, inverse_name) where inverse_name is not null;

-- Parts of texts: only the rows that hold three letters of what is looked for.
create extension if not exists pg_trgm with schema ext;
create index if not exists users_text on app.users using gin (
  tenant_id collate ucs_basic,
  ((coalesce(email, '') || E'\x01' || coalesce(phone, '') || E'\x01'
    || coalesce(user_metadata->>'name', '')) collate "default") ext.gin_trgm_ops);
create index if not exists short_urls_text on app.short_urls using gin (
  tenant_id collate ucs_basic,
  ((slug || ' ' || coalesce(title || ' ', '') || coalesce(url, '')) collate "default")
    ext.gin_trgm_ops);
create index if not exists files_text on app.files using gin (
  tenant_id collate ucs_basic, filename ext.gin_trgm_ops);
create index if not exists tenants_text on app.tenants using gin (
  (name || E'\x01' || slug || E'\x01' || coalesce(owner_email, '')) ext.gin_trgm_ops);

create index if not exists tenants_status on app.tenants (status, tenant_id);
create index if not exists tenants_plan on app.tenants (plan_tier, tenant_id collate ucs_basic);
create index if not exists short_urls_ending on app.short_urls (tenant_id, id)
  where not is_enabled or expires_at is not null or max_clicks is not null;

-- Each order and each condition that a search of files offers.
create index if not exists files_updated on app.files (tenant_id, updated_at, id);
create index if not exists files_name on app.files (tenant_id, filename, id);
create index if not exists files_mime_type on app.files (tenant_id, mime_type, id);
create index if not exists files_access on app.files (tenant_id, access, id);
create index if not exists files_status on app.files (tenant_id, status, id)
  where status <> 'ready';
create index if not exists files_object_type on app.files (tenant_id, object_type_id, id)
  where object_type_id is not null;
