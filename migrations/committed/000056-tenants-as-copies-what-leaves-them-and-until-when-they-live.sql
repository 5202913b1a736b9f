--! Previous: sha1:21b2bd8d36bf14d07b19b705dbd251c2b1604f94
--! Hash: sha1:08af6adfe13df632a2c6d2f7c6c16ef7b6dbdc16
--! Message: tenants as copies: what leaves them, and until when they live

-- The migration in progress: repeatable until `insula migrate new` commits it.

alter table app.tenants
  add column if not exists outbound text not null default 'on'
    constraint tenants_outbound_check check (outbound in ('on', 'off')),
  add column if not exists outbound_at timestamptz,
  add column if not exists cloned_from text,
  add column if not exists is_sandbox boolean not null default false,
  add column if not exists parent_tenant_id text collate "C",
  add column if not exists expires_at timestamptz;
alter table app.tenants drop constraint if exists "a tenant that is off says since when",
  add constraint "a tenant that is off says since when" check (outbound = 'on' or outbound_at is not null);
comment on column app.tenants.outbound is
  'off: nothing leaves it, whatever its configuration says, as is right for a copy';
comment on column app.tenants.outbound_at is
  'When outbound was last set; of what was queued before, nothing leaves. Null: never';
comment on column app.tenants.cloned_from is 'The id of the tenant that it is a copy of';
comment on column app.tenants.is_sandbox is 'Whether another tenant, parent_tenant_id, made it to try things out';
comment on column app.tenants.expires_at is 'When it is deleted, as DELETE does';
create index if not exists tenants_outbound_at on app.tenants (outbound_at) where outbound_at is not null;
create index if not exists tenants_expire on app.tenants (expires_at)
  where expires_at is not null and status <> 'deleted';
create index if not exists tenants_sandboxes on app.tenants (parent_tenant_id)
  where parent_tenant_id is not null;

alter table app.messages drop constraint messages_status_check,
  add constraint messages_status_check check (status in ('queued', 'sent', 'stored', 'delivered', 'bounced',
    'complained', 'failed', 'cancelled', 'suppressed', 'muted')) not valid;
alter table app.webhook_deliveries drop constraint webhook_deliveries_status_check,
  add constraint webhook_deliveries_status_check
    check (status in ('pending', 'success', 'retrying', 'dead', 'muted')) not valid;
