--! Previous: sha1:a759b7854142d9e589f4ebf1c8ea20ee9c3881b2
--! Hash: sha1:21f9219d770ffdae52b9095f91a9928e3ca66254
--! Message: sandboxes of tenants

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- A tenant had no copy of its own to try things out in.
drop table if exists app.sandboxes;
create table app.sandboxes (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  name text not null check (length(name) between 1 and 200),
  data text collate "C" not null check (data in ('all', 'none')),
  is_masked boolean not null,
  status text collate "C" not null default 'pending' check (status in ('pending', 'running', 'active', 'failed')),
  target_tenant text collate "C",
  attempts smallint not null default 0,
  error text,
  created_by text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
alter table app.sandboxes enable row level security;
create policy "a tenant sees its own rows" on app.sandboxes
  to insula_tenant, insula_platform, insula_worker
  using (tenant_id = current_setting('app.tenant_id'))
  with check (tenant_id = current_setting('app.tenant_id'));
comment on table app.sandboxes is
  'Copies of itself that a tenant has asked for. Each is a tenant of its own, whose parent_tenant_id is this one';
comment on column app.sandboxes.target_tenant is 'The tenant that it is, or becomes; null before it is loaded';
comment on column app.sandboxes.attempts is 'How often a worker has begun it';
