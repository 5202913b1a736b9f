--! Previous: sha1:006435085a186bb34ac0691b7f28f3eb994933da
--! Hash: sha1:295c1f84b1ebd4592cfce5cfd7d763c51687a0eb
--! Message: erasures of users

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- A user who was deleted stayed in the journal, in versions and in logs, and nothing told restores that they must not come back.
drop table if exists app.user_erasures;
create table app.user_erasures (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  user_id text collate "C" not null,
  requested_at timestamptz not null,
  addresses text[],
  state jsonb not null default '{}',
  rows jsonb not null default '{}',
  is_waiting boolean not null default false,
  blanked_at timestamptz,
  complete_at timestamptz check (complete_at is null or addresses is null and blanked_at is not null),
  noted_at timestamptz,
  backups_until timestamptz,
  primary key (tenant_id, user_id)
);
create index user_erasures_due on app.user_erasures (requested_at) where complete_at is null;
create index user_erasures_unnoted on app.user_erasures (requested_at) where noted_at is null;
alter table app.user_erasures enable row level security;
create policy "a tenant sees its own rows" on app.user_erasures
  to insula_tenant, insula_platform, insula_worker
  using (tenant_id = current_setting('app.tenant_id'))
  with check (tenant_id = current_setting('app.tenant_id'));
comment on table app.user_erasures is
  'Users who were deleted with erase, by id: their values are blanked in the journal, in versions and in logs, and no restore brings them back';
comment on column app.user_erasures.addresses is
  'Emails and phones that are looked for: from the first look until it is complete';
comment on column app.user_erasures.state is 'The table and key that the worker continues after; {} at the beginning of a pass';
comment on column app.user_erasures.rows is 'Blanked rows by table';
comment on column app.user_erasures.is_waiting is 'Whether deliveries are on their way, or counters in their hour';
comment on column app.user_erasures.blanked_at is
  'When everything was blanked once. An hour later it is looked through again, for what was under way';
comment on column app.user_erasures.noted_at is 'Since then BACKUP_TO says that the user must not come back';
comment on column app.user_erasures.backups_until is
  'Until then, at least, base backups hold the user; null where none are made';
