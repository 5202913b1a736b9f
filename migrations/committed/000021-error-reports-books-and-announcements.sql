--! Previous: sha1:80f97be68705210122595365f680b54833b22838
--! Hash: sha1:eb1c4062bf8a16e266cb66997047f2fd836669cf
--! Message: error reports, books and announcements

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Error reports of applications, one group for all reports of the same error. The tables are new: no lock is waited for.
drop table if exists app.error_samples, app.error_releases, app.error_groups;
create table app.error_groups (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  fingerprint text collate "C" not null check (length(fingerprint) between 1 and 64),
  message text not null check (length(message) between 1 and 2000),
  source text check (length(source) <= 200),
  level text collate "C" not null check (level in ('debug', 'info', 'warning', 'error', 'fatal')),
  path text check (length(path) <= 2000),
  release text check (length(release) <= 200),
  environment text check (length(environment) <= 100),
  status text collate "C" not null default 'open' check (status in ('open', 'resolved', 'ignored')),
  reports bigint not null default 1 check (reports > 0),
  samples bigint not null default 0 check (samples >= 0),
  regressions integer not null default 0 check (regressions >= 0),
  window_start timestamptz not null,
  window_reports integer not null default 1,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  listed_at timestamptz not null,
  resolved_at timestamptz,
  reopened_at timestamptz,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint error_groups_fingerprint unique (tenant_id, fingerprint)
) with (fillfactor = 80);  -- room to count in the same page
create index error_groups_listed on app.error_groups (tenant_id, listed_at, id);
create index error_groups_status on app.error_groups (tenant_id, status, listed_at, id);
create index error_groups_level on app.error_groups (tenant_id, level, listed_at, id);
comment on table app.error_groups is
  'Errors that applications have reported: one row for all reports of one fingerprint, with what the last one said';
comment on column app.error_groups.fingerprint is
  'sha256 of the template of the message, the top frame and the source, or of what the client gave in their place; `other` '
  'holds the errors beyond the most that a tenant may have';
comment on column app.error_groups.samples is
  'How many reports were kept as samples, the last one in slot (samples - 1) mod 20 of app.error_samples';
comment on column app.error_groups.window_start is
  'When the minute began in which window_reports came: beyond ten a report is counted and not kept';
comment on column app.error_groups.listed_at is
  'last_seen_at of the last report that was not only counted: what lists are ordered by. In a flood it stays for the rest of '
  'the minute, so that no index is written';
comment on column app.error_groups.updated_at is
  'When its status last changed; counting a report changes it only where that opens the error again';

create table app.error_samples (
  tenant_id text collate "C" not null,
  error_id app.id not null,
  slot smallint not null check (slot between 0 and 19),
  reported_at timestamptz not null,
  report jsonb not null,
  primary key (tenant_id, error_id, slot),
  foreign key (tenant_id, error_id) references app.error_groups on delete cascade
);
comment on table app.error_samples is
  'The last sampled reports of an error, up to 20, without secrets: the API process removes them';

create table app.error_releases (
  tenant_id text collate "C" not null,
  error_id app.id not null,
  release text collate "C" not null check (length(release) between 1 and 200),
  reports bigint not null default 1 check (reports > 0),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (tenant_id, error_id, release),
  foreign key (tenant_id, error_id) references app.error_groups on delete cascade
);
comment on table app.error_releases is 'How often an error came from each release, up to 100 of them';

do $$
declare v_table text;
begin
  foreach v_table in array array['error_groups', 'error_samples', 'error_releases'] loop
    execute format('alter table app.%I enable row level security', v_table);
    execute format($sql$create policy "a tenant sees its own rows" on app.%I
      to insula_tenant, insula_platform, insula_worker
      using (tenant_id = current_setting('app.tenant_id'))
      with check (tenant_id = current_setting('app.tenant_id'))$sql$, v_table);
  end loop;
end $$;

-- What the operator earns and says. The tables are new, and app.plans has a handful of rows: no lock is waited for.
drop table if exists app.accounting_records, app.announcements;
create table app.accounting_records (
  id app.id primary key,
  type text collate "C" not null check (type in ('income', 'expense', 'refund', 'payout')),
  amount numeric not null check (amount > 0),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  category text collate "C" check (length(category) between 1 and 100),
  about_tenant text collate "C",
  description text check (length(description) <= 2000),
  reference text check (length(reference) <= 200),
  occurred_at timestamptz not null,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index accounting_records_at on app.accounting_records (occurred_at, id);
create index accounting_records_type on app.accounting_records (type, occurred_at, id);
create index accounting_records_currency on app.accounting_records (currency, occurred_at, id);
create index accounting_records_category on app.accounting_records (category, occurred_at, id)
  where category is not null;
create index accounting_records_tenant on app.accounting_records (about_tenant, occurred_at, id)
  where about_tenant is not null;
comment on table app.accounting_records is
  'What the operator earns and spends. Global: no tenant sees it';
comment on column app.accounting_records.amount is
  'Always positive, with the decimals of its currency: the type says which way it goes';
comment on column app.accounting_records.about_tenant is
  'The tenant that it is about. No foreign key: books outlive the tenant';

create table app.announcements (
  id app.id primary key,
  title text not null check (length(title) between 1 and 200),
  body text not null default '' check (length(body) <= 10000),
  level text collate "C" not null check (level in ('info', 'warning', 'critical')),
  starts_at timestamptz not null,
  ends_at timestamptz not null default 'infinity' check (ends_at > starts_at),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index announcements_ends on app.announcements (ends_at);
create index announcements_starts on app.announcements (starts_at, id);
comment on table app.announcements is 'What the operator tells all tenants. Global';
comment on column app.announcements.ends_at is 'infinity: it stays until it is deleted';

alter table app.plans add column if not exists updated_at timestamptz not null default now();
-- Plans are made at run time: app.plan_check looks them up.
alter table app.tenants drop constraint if exists tenants_plan_tier_check;
-- The operator lists the errors of all tenants.
create index if not exists error_groups_of_all on app.error_groups (listed_at, id);
