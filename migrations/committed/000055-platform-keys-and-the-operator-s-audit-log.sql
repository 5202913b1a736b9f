--! Previous: sha1:da6135787067f37f2ff794ee940e6d1d46d70e00
--! Hash: sha1:21b2bd8d36bf14d07b19b705dbd251c2b1604f94
--! Message: platform keys and the operator's audit log

-- The migration in progress: repeatable until `insula migrate new` commits it.

drop table if exists app.platform_keys, app.platform_audits;

create table app.platform_keys (
  id app.id primary key,
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  last4 text not null,
  label text not null check (length(label) <= 200),
  scopes text[] not null check (cardinality(scopes) > 0),
  ip_allowlist cidr[] not null default '{}',
  expires_at timestamptz,
  revoked_at timestamptz,
  replaced_by app.id,
  last_used_at timestamptz,
  last_used_ip inet,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table app.platform_keys is
  'Keys of the operator, for /admin and /owner, beside PLATFORM_ADMIN_KEY, which is not stored. Global';
comment on column app.platform_keys.secret_hash is 'SHA-256 of the whole token, which has 256 random bits';
comment on column app.platform_keys.revoked_at is
  'In the future for a key that was rotated: it still works until then';

create table app.platform_audits (
  id app.id primary key,
  actor_id text collate "C" not null,
  actor_label text not null,
  about_tenant text collate "C",
  action text collate "C" not null,
  resource_type text not null,
  resource_id text collate "C" not null,
  before json,
  after json,
  ip text,
  user_agent text,
  request_id text,
  created_at timestamptz not null
);
create index platform_audits_actor on app.platform_audits (actor_id, id);
create index platform_audits_tenant on app.platform_audits (about_tenant, id) where about_tenant is not null;
create index platform_audits_action on app.platform_audits (action, id);
create index platform_audits_resource on app.platform_audits (resource_id, id);
comment on table app.platform_audits is
  'Changes by the operator, and calls that were refused to the operator''s keys. Rows of changes have the id of their row '
  'in a journal, which is sealed. Global: no tenant sees it';
comment on column app.platform_audits.about_tenant is 'The tenant that was changed; null for none';

-- Changes of no tenant, from before there was this table.
insert into app.platform_audits (id, actor_id, actor_label, action, resource_type, resource_id, before, after, ip,
  user_agent, request_id, created_at)
select j.id, 'env', 'PLATFORM_ADMIN_KEY', j.type, j.resource_type, j.resource_id, j.before, j.after, j.ip,
  j.user_agent, j.request_id, j.created_at
from app.journal j where j.tenant_id = 'platform' and j.actor->>'type' = 'platform';
