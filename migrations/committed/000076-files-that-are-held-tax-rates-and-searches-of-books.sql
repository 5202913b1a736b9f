--! Previous: sha1:a6686245f0744abfef71cac8eb89700e3cd9278e
--! Hash: sha1:11f3ffc3825e3e756ceddd035d1f22849609576c
--! Message: files that are held, tax rates and searches of books

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Books did not know where a series of numbers begins.
alter table app.ledger_series add column if not exists first bigint not null default 1;
comment on column app.ledger_series.first is 'The first number of the fiscal year: books may begin in the middle of it';

-- Nothing held a file that is attached to a posted entry. Without fastupdate: a look-up would read what is pending.
drop index if exists app.ledger_entries_attachments;
create index ledger_entries_attachments on app.ledger_entries using gin (
  tenant_id collate ucs_basic, attachments) with (fastupdate = off)
  where status <> 'draft' and attachments <> '{}';

-- Lists of entries had neither a search nor their documents.
drop index if exists app.ledger_entries_text, app.ledger_entries_source, app.ledger_entries_source_type;
create index ledger_entries_text on app.ledger_entries using gin (
  tenant_id collate ucs_basic, (description collate "default") ext.gin_trgm_ops) where description is not null;
create index ledger_entries_source on app.ledger_entries (tenant_id, source_id) where source_id is not null;
create index ledger_entries_source_type on app.ledger_entries (tenant_id, source_type, id) where source_type is not null;

-- Numbers of documents have series of their own.
alter table app.ledger_series drop constraint if exists ledger_series_series_check;
alter table app.ledger_series add constraint ledger_series_series_check
  check (series in ('journal_entry', 'invoice', 'credit_note', 'expense'));

-- A tenant had no tax rates.
drop table if exists app.ledger_tax_rates;
create table app.ledger_tax_rates (
  tenant_id text collate "C" not null references app.tenants on delete cascade,
  id app.id not null,
  code text collate "C" not null,
  name text not null,
  rate numeric not null check (rate between 0 and 100),
  category text collate "C" not null check (category in (
    'standard', 'zero', 'exempt', 'export', 'outside', 'reverse_charge', 'intra_community')),
  is_compound boolean not null default false,
  account_id text collate "C",
  input_account_id text collate "C",
  exemption_reason text,
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index ledger_tax_rates_code on app.ledger_tax_rates (tenant_id, code);
comment on table app.ledger_tax_rates is 'The tax rates of a tenant''s books, in percent';
comment on column app.ledger_tax_rates.account_id is 'Where tax on sales is credited';
comment on column app.ledger_tax_rates.input_account_id is 'Where tax on purchases is debited';
comment on column app.ledger_tax_rates.exemption_reason is 'The text that documents carry where no tax is charged';
alter table app.ledger_tax_rates enable row level security;
create policy "a tenant sees its own rows" on app.ledger_tax_rates
  to insula_tenant, insula_platform, insula_worker
  using (tenant_id = current_setting('app.tenant_id'))
  with check (tenant_id = current_setting('app.tenant_id'));
