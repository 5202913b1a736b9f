--! Previous: sha1:345a54fa715870cba8172842bffb54a51cbb1cc8
--! Hash: sha1:04c720665f3719934710265ce613b610caa80737
--! Message: the operator's view, samples, limits and invoices

-- The migration in progress: repeatable until `insula migrate new` commits it.
-- Of the operator's view on all tenants. Building it holds up the meters, and no request, for a second where there are
-- a million rows.
alter table app.usage_months add column if not exists called_at timestamptz;
comment on column app.usage_months.called_at is 'When its last call was counted, to some seconds';
create index if not exists usage_months_month on app.usage_months (month);

-- How much room samples of error reports take. Those that are there count once they are replaced; the index is built in some
-- seconds where there are a gigabyte of them, and reports wait for it.
alter table app.error_samples add column if not exists bytes integer not null default 0;
comment on column app.error_samples.bytes is 'The length of the report as text, as app.error_usage counts it';
create index if not exists error_samples_reported on app.error_samples (tenant_id, reported_at);

-- New tables.
create table if not exists app.call_days (
  day date primary key,
  calls bigint not null
);
comment on table app.call_days is
  'The authenticated calls of all tenants on a day (UTC), so that the operator''s view adds up days and not tenants. Global';

-- What is known of where tenants stand with their limits.
create table if not exists app.plan_standings (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  limit_name text collate "C" not null,
  told smallint not null default 0 check (told in (0, 80, 100)),
  told_month date,
  used bigint,
  trusted_until bigint,
  trusted_max bigint,
  primary key (tenant_id, limit_name)
);
comment on table app.plan_standings is 'What is known of where a tenant stands with a limit of its plan';
comment on column app.plan_standings.told is
  'Which part of the limit its admins were told of in told_month (UTC), in per cent; 0 once less than 80 is used';
comment on column app.plan_standings.used is
  'How many there are at most, if less than trusted_until and the limit is still trusted_max: nobody has to count them then. '
  'Written under the lock of the tenant by app.plan_room';
do $$
begin
  execute 'alter table app.plan_standings enable row level security';
  execute 'drop policy if exists "a tenant sees its own rows" on app.plan_standings';
  execute $sql$create policy "a tenant sees its own rows" on app.plan_standings
    to insula_tenant, insula_platform, insula_worker
    using (tenant_id = current_setting('app.tenant_id'))
    with check (tenant_id = current_setting('app.tenant_id'))$sql$;
end $$;

-- What the mock provider would have sent.
create table if not exists app.mock_invoices (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  number integer not null,
  id app.id not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total numeric not null check (total >= 0),
  created_at timestamptz not null,
  primary key (tenant_id, number)
);
comment on table app.mock_invoices is
  'Invoices of the mock provider, one for each period of a subscription; those of a real one are asked for there';
do $$
begin
  execute 'alter table app.mock_invoices enable row level security';
  execute 'drop policy if exists "a tenant sees its own rows" on app.mock_invoices';
  execute $sql$create policy "a tenant sees its own rows" on app.mock_invoices
    to insula_tenant, insula_platform, insula_worker
    using (tenant_id = current_setting('app.tenant_id'))
    with check (tenant_id = current_setting('app.tenant_id'))$sql$;
end $$;

create table if not exists app.error_usage (
  tenant_id text collate "C" primary key references app.tenants on delete cascade,
  sample_bytes bigint not null
);
comment on table app.error_usage is
  'How many bytes the samples of a tenant''s errors take: beyond 64 MB the oldest go (app.error_sample_add)';
do $$
begin
  execute 'alter table app.error_usage enable row level security';
  execute 'drop policy if exists "a tenant sees its own rows" on app.error_usage';
  execute $sql$create policy "a tenant sees its own rows" on app.error_usage
    to insula_tenant, insula_platform, insula_worker
    using (tenant_id = current_setting('app.tenant_id'))
    with check (tenant_id = current_setting('app.tenant_id'))$sql$;
end $$;

-- What subscribers pay is kept with them, and an operator may write down a subscription that no provider knows. A row for each
-- tenant that has ever bought something: read by each call of a tenant with limits, so it comes after what takes long.
alter table app.subscriptions add column if not exists ended_at timestamptz;
comment on column app.subscriptions.ended_at is 'When it was canceled; null while it goes on';
comment on column app.subscriptions.price is
  'What a seat costs for an interval: as the provider said it, or as the plan cost it when it was bought';
update app.subscriptions s set ended_at = s.event_at
where s.status = 'canceled' and s.ended_at is null;
alter table app.subscriptions alter column provider drop not null;
comment on column app.subscriptions.provider is 'Who takes the money; null: the operator, by other ways';
create index if not exists subscriptions_status on app.subscriptions (status, tenant_id);

-- Last, because every request needs these tables: columns without values.
alter table app.tenants add column if not exists is_nearly_full boolean not null default false;
comment on column app.tenants.is_nearly_full is
  'Whether its objects are counted at each new one, because more than four fifths of its limit are taken or promised';
alter table app.object_counts
  add column if not exists room_until bigint,
  add column if not exists room_plan bigint,
  add column if not exists room_at timestamptz;
comment on column app.object_counts.room_until is
  'Up to how many live objects of this slot the tenant''s limit is known to have room for, by the plan noted as room_plan, '
  'for a minute from room_at on: see app.objects_room';
