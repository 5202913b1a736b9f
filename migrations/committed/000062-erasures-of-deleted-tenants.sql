--! Previous: sha1:21f9219d770ffdae52b9095f91a9928e3ca66254
--! Hash: sha1:62fffae4b45b7908b651b349781d272965c673f7
--! Message: erasures of deleted tenants

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Nothing told how far the deletion of a tenant had come, and its journal stayed until the retention of all.
drop table if exists app.erasures;
create table app.erasures (
  about_tenant text collate "C" primary key,
  requested_at timestamptz not null,
  journal_until timestamptz not null,
  snapshots_deleted integer not null,
  rows jsonb not null default '{}',
  files bigint,
  bytes bigint,
  cleared_at timestamptz,
  complete_at timestamptz check (complete_at is null or cleared_at is not null),
  statement text check ((statement is null) = (complete_at is null))
);
create index erasures_due on app.erasures (journal_until) where complete_at is null;
comment on table app.erasures is
  'The removal of a deleted tenant, and the statement about it. Global: it outlives the tenant, and holds nothing of what was in it';
comment on column app.erasures.journal_until is 'From then on the journal of the tenant is removed';
comment on column app.erasures.rows is 'Removed rows by table';
comment on column app.erasures.cleared_at is 'Since then there are no rows but the journal, no bytes and no backups';
comment on column app.erasures.statement is 'The text that GET /admin/tenants/:tenant_id/erasure signs';
