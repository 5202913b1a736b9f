--! Previous: sha1:2912e1a2fcdc1e173a9263aa3ae5a146477d60e4
--! Hash: sha1:a6686245f0744abfef71cac8eb89700e3cd9278e
--! Message: books of tenants

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- A tenant could keep no books.
drop table if exists app.ledger_references, app.ledger_rates, app.ledger_periods, app.ledger_balances, app.ledger_days,
  app.ledger_lines, app.ledger_entries, app.ledger_accounts, app.ledger_series, app.ledgers;
create table app.ledgers (
  tenant_id text collate "C" primary key references app.tenants on delete cascade,
  base_currency text collate "C" not null,
  fiscal_year_start text collate "C" not null check (fiscal_year_start ~ '^\d\d-\d\d$'),
  settings jsonb not null,
  closed_through date,
  is_posted boolean not null default false,
  version bigint not null default 1,
  updated_at timestamptz
);
comment on table app.ledgers is
  'The books of a tenant: their settings, and the row that everyone locks who writes into them';
comment on column app.ledgers.settings is
  'timezone, numbering, accounts, dimensions and four_eyes, where they differ from the defaults';
comment on column app.ledgers.closed_through is 'The last closed day; null: every day is open';
comment on column app.ledgers.is_posted is 'Whether anything was ever posted, which fixes base currency and fiscal year';
comment on column app.ledgers.version is
  'Grows with each change of settings or accounts: an entry that was prepared before it is prepared again';
comment on column app.ledgers.updated_at is 'When the settings were last changed; null: never';

create table app.ledger_series (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  series text collate "C" not null check (series in ('journal_entry')),
  fiscal_year integer not null,
  next bigint not null check (next > 0),
  primary key (tenant_id, series, fiscal_year)
);
comment on table app.ledger_series is
  'The next number of each series and fiscal year. Changed only under the lock of app.ledgers, so that numbers have no gaps';

create table app.ledger_accounts (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  code text collate "C" not null,
  name text not null,
  type text collate "C" not null check (type in ('asset', 'liability', 'equity', 'revenue', 'expense')),
  normal_side text collate "C" not null check (normal_side in ('debit', 'credit')),
  currency text collate "C",
  parent_id text collate "C",
  is_active boolean not null default true,
  cash_flow text collate "C" not null check (cash_flow in ('cash', 'operating', 'investing', 'financing')),
  min_balance numeric,
  description text,
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index ledger_accounts_code on app.ledger_accounts (tenant_id, code);
create index ledger_accounts_parent on app.ledger_accounts (tenant_id, parent_id) where parent_id is not null;
comment on table app.ledger_accounts is 'The accounts of a tenant''s books, as a tree';
comment on column app.ledger_accounts.currency is 'The only currency of its lines; null: any';
comment on column app.ledger_accounts.min_balance is 'The least balance, in its currency or else the base currency, that a posting may leave';

create table app.ledger_entries (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  status text collate "C" not null check (status in ('draft', 'posted', 'reversed')),
  day date not null,
  description text,
  reference text,
  currency text collate "C" not null,
  exchange_rate numeric,
  draft_lines jsonb,
  total numeric not null,
  base_total numeric not null,
  number text,
  sequence bigint,
  fiscal_year integer,
  reversal_of text collate "C",
  reversed_by text collate "C",
  reason text,
  source_type text collate "C",
  source_id text collate "C",
  attachments text[] not null default '{}',
  metadata jsonb not null default '{}',
  created_by text,
  changed_by text,
  posted_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  posted_at timestamptz,
  primary key (tenant_id, id),
  constraint "a posted entry has a number, and a draft its lines" check (
    (status = 'draft') = (sequence is null) and (status = 'draft') = (draft_lines is not null)
    and (sequence is null) = (number is null) and (sequence is null) = (fiscal_year is null))
);
create unique index ledger_entries_sequence on app.ledger_entries (tenant_id, fiscal_year, sequence)
  where sequence is not null;
create index ledger_entries_status on app.ledger_entries (tenant_id, status, id);
create index ledger_entries_day on app.ledger_entries (tenant_id, day, id);
create index ledger_entries_number on app.ledger_entries (tenant_id, number) where number is not null;
comment on table app.ledger_entries is 'Journal entries: drafts with their lines, and the heads of posted ones';
comment on column app.ledger_entries.draft_lines is 'The lines of a draft as they were sent, accounts by id; null once posted';
comment on column app.ledger_entries.total is 'The sum of debits in the currency of the entry';
comment on column app.ledger_entries.base_total is 'The sum of debits in the base currency';
comment on column app.ledger_entries.changed_by is 'The caller who created or last changed it';

create table app.ledger_lines (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  entry_id text collate "C" not null,
  line_no integer not null,
  account_id text collate "C" not null,
  day date not null,
  sequence bigint not null,
  currency text collate "C" not null,
  amount numeric not null,
  base numeric not null,
  memo text,
  object_type_id text collate "C",
  object_id text collate "C",
  dimensions jsonb not null default '{}',
  primary key (tenant_id, entry_id, line_no)
);
create index ledger_lines_account on app.ledger_lines (tenant_id, account_id, day, sequence, line_no);
comment on table app.ledger_lines is
  'Posted lines. No role of requests may change or delete them: what is wrong is reversed';
comment on column app.ledger_lines.amount is 'In its currency; a debit is positive, a credit negative';
comment on column app.ledger_lines.base is 'The same in the base currency';

create table app.ledger_days (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  account_id text collate "C" not null,
  currency text collate "C" not null,
  day date not null,
  debit numeric not null,
  credit numeric not null,
  base_debit numeric not null,
  base_credit numeric not null,
  primary key (tenant_id, account_id, day, currency)
);
comment on table app.ledger_days is
  'The posted debits and credits of each account, currency and day. Changed only under the lock of app.ledgers';

create table app.ledger_balances (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  account_id text collate "C" not null,
  currency text collate "C" not null,
  debit numeric not null,
  credit numeric not null,
  base_debit numeric not null,
  base_credit numeric not null,
  primary key (tenant_id, account_id, currency)
);
comment on table app.ledger_balances is
  'The posted debits and credits of each account and currency, of all days. Changed only under the lock of app.ledgers';

create table app.ledger_periods (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  name text not null,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  status text collate "C" not null default 'open' check (status in ('open', 'closed')),
  closed_at timestamptz,
  closed_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index ledger_periods_days on app.ledger_periods (tenant_id, from_day);
comment on table app.ledger_periods is 'Parts of fiscal years, which are closed one after the other';

create table app.ledger_rates (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  currency text collate "C" not null,
  day date not null,
  rate numeric not null check (rate > 0),
  primary key (tenant_id, currency, day)
);
create index ledger_rates_day on app.ledger_rates (tenant_id, day desc, currency);
comment on table app.ledger_rates is 'Exchange rates: units of the base currency for 1 unit of a currency';

create table app.ledger_references (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  resource text collate "C" not null check (resource in ('journal_entry')),
  reference text collate "C" not null,
  record_id text collate "C" not null,
  request_hash bytea not null,
  primary key (tenant_id, resource, reference)
);
comment on table app.ledger_references is
  'The references of callers, each once and for ever, with the digest of the request that brought it';

alter table app.ledgers enable row level security;
create policy "a tenant sees its own rows" on app.ledgers
  to insula_tenant, insula_platform, insula_worker
  using (tenant_id = current_setting('app.tenant_id'))
  with check (tenant_id = current_setting('app.tenant_id'));
alter table app.ledger_series enable row level security;
create policy "a tenant sees its own rows" on app.ledger_series
  to insula_tenant, insula_platform, insula_worker
  using (tenant_id = current_setting('app.tenant_id'))
  with check (tenant_id = current_setting('app.tenant_id'));
alter table app.ledger_accounts enable row level security;
create policy "a tenant sees its own rows" on app.ledger_accounts
  to insula_tenant, insula_platform, insula_worker
  using (tenant_id = current_setting('app.tenant_id'))
  with check (tenant_id = current_setting('app.tenant_id'));
alter table app.ledger_entries enable row level security;
create policy "a tenant sees its own rows" on app.ledger_entries
  to insula_tenant, insula_platform, insula_worker
  using (tenant_id = current_setting('app.tenant_id'))
  with check (tenant_id = current_setting('app.tenant_id'));
alter table app.ledger_lines enable row level security;
create policy "a tenant sees its own rows" on app.ledger_lines
  to insula_tenant, insula_platform, insula_worker
  using (tenant_id = current_setting('app.tenant_id'))
  with check (tenant_id = current_setting('app.tenant_id'));
alter table app.ledger_days enable row level security;
create policy "a tenant sees its own rows" on app.ledger_days
  to insula_tenant, insula_platform, insula_worker
  using (tenant_id = current_setting('app.tenant_id'))
  with check (tenant_id = current_setting('app.tenant_id'));
alter table app.ledger_balances enable row level security;
create policy "a tenant sees its own rows" on app.ledger_balances
  to insula_tenant, insula_platform, insula_worker
  using (tenant_id = current_setting('app.tenant_id'))
  with check (tenant_id = current_setting('app.tenant_id'));
alter table app.ledger_periods enable row level security;
create policy "a tenant sees its own rows" on app.ledger_periods
  to insula_tenant, insula_platform, insula_worker
  using (tenant_id = current_setting('app.tenant_id'))
  with check (tenant_id = current_setting('app.tenant_id'));
alter table app.ledger_rates enable row level security;
create policy "a tenant sees its own rows" on app.ledger_rates
  to insula_tenant, insula_platform, insula_worker
  using (tenant_id = current_setting('app.tenant_id'))
  with check (tenant_id = current_setting('app.tenant_id'));
alter table app.ledger_references enable row level security;
create policy "a tenant sees its own rows" on app.ledger_references
  to insula_tenant, insula_platform, insula_worker
  using (tenant_id = current_setting('app.tenant_id'))
  with check (tenant_id = current_setting('app.tenant_id'));
