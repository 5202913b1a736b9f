import { good } from '../support/answers.ts';
import type { Seed, SeedRows } from '../support/group-seeds.ts';
import { line } from './support.ts';

const root = '/v1/accounting';
/** A tenant may be seeded twice: codes, references and periods are new each time. */
let seeds = 0;

/** Books that say the marker wherever they can: two accounts, a posted entry, a draft, a rate and a period. */
export const seed: Seed = async (api, marker) => {
  seeds += 1;
  const [bank, rent] = [`1000.${seeds}`, `6100.${seeds}`];
  const year = 1900 + (seeds % 100);
  const month = String(1 + (Math.floor(seeds / 100) % 12)).padStart(2, '0');
  const texts = { description: marker, metadata: { [marker]: marker } };
  const account = (code: string, type: string) =>
    good(api.post(`${root}/accounts`, { code, name: marker, type, ...texts }));
  const { id: account_id } = await account(bank, 'asset');
  await account(rent, 'expense');
  await good(api.patch(`${root}/settings`, { accounts: { bank: account_id } }));
  const rates = [{ date: '2026-03-01', currency: 'USD', rate: '0.9' }];
  await good(api.put(`${root}/rates`, { rates }));
  const lines = [line(rent, '1'), line(bank, '-1')].map((one) => ({ ...one, memo: marker }));
  const entry = { date: '2026-03-01', lines, ...texts };
  await good(
    api.post(`${root}/journal-entries`, {
      ...entry,
      reference: `${marker} ${seeds}`,
      status: 'posted',
    }),
  );
  const { id: entry_id } = await good(api.post(`${root}/journal-entries`, entry));
  const { id: tax_rate_id } = await good(
    api.post(`${root}/tax-rates`, {
      code: `VAT${seeds}`,
      name: marker,
      rate: '20',
      category: 'standard',
      exemption_reason: marker,
    }),
  );
  const { id: period_id } = await good(
    api.post(`${root}/periods`, {
      name: marker,
      from: `${year}-${month}-01`,
      to: `${year}-${month}-28`,
    }),
  );
  return { account_id, entry_id, period_id, tax_rate_id, chart: 'generic' };
};

/** A row in each table, as if a dimension were called like the marker. */
export const seedRows: SeedRows = async (db, tenantId, marker) => {
  await db.query(
    `with books as (
       insert into app.ledgers (tenant_id, base_currency, fiscal_year_start, settings)
       values ($1, 'EUR', '01-01', jsonb_build_object('dimensions', jsonb_build_array(jsonb_build_object('name', $2::text))))
       on conflict (tenant_id) do update set settings = app.jsonb_merge(ledgers.settings, excluded.settings)),
     series as (insert into app.ledger_series values ($1, 'journal_entry', 1901, 2)),
     account as (
       insert into app.ledger_accounts (tenant_id, id, code, name, type, normal_side, currency, cash_flow, description,
         metadata, created_at, updated_at)
       values ($1, 'acc_' || $2, $2, $2, 'asset', 'debit', 'EUR', 'cash', $2, jsonb_build_object($2::text, $2::text), now(), now())),
     entry as (
       insert into app.ledger_entries (tenant_id, id, status, day, description, reference, currency, total, base_total,
         number, sequence, fiscal_year, reason, source_type, source_id, attachments, metadata, created_by, changed_by,
         posted_by, created_at, updated_at, posted_at)
       values ($1, 'je_' || $2, 'posted', '1901-03-01', $2, $2, 'EUR', 1, 1, $2, 1, 1901, $2, $2, $2, array[$2],
         jsonb_build_object($2::text, $2::text), $2, $2, $2, now(), now(), now())),
     draft as (
       insert into app.ledger_entries (tenant_id, id, status, day, currency, total, base_total, draft_lines, created_at,
         updated_at)
       values ($1, 'je_draft_' || $2, 'draft', '1901-03-01', 'EUR', 0, 0, jsonb_build_array(jsonb_build_object('line_no', 1,
         'account_id', 'acc_' || $2, 'currency', 'EUR', 'amount', 1, 'base', 1, 'memo', $2, 'dimensions', '{}'::jsonb)),
         now(), now())),
     line as (
       insert into app.ledger_lines values ($1, 'je_' || $2, 1, 'acc_' || $2, '1901-03-01', 1, 'EUR', 1, 1, $2, $2, $2,
         jsonb_build_object($2::text, $2::text)),
         ($1, 'je_' || $2, 2, 'acc_' || $2, '1901-03-01', 1, 'EUR', -1, -1, $2, $2, $2, '{}')),
     day as (insert into app.ledger_days values ($1, 'acc_' || $2, 'EUR', '1901-03-01', 1, 1, 1, 1)),
     total as (insert into app.ledger_balances values ($1, 'acc_' || $2, 'EUR', 1, 1, 1, 1)),
     period as (
       insert into app.ledger_periods values ($1, 'per_' || $2, $2, '1901-03-01', '1901-03-31', 'open', null, $2, now(), now())),
     tax as (
       insert into app.ledger_tax_rates values ($1, 'tax_' || $2, $2, $2, 20, 'standard', false, $2, $2, $2, true, now(), now())),
     rate as (insert into app.ledger_rates values ($1, 'USD', '1901-03-01', 1))
     insert into app.ledger_references values ($1, 'journal_entry', 'ref_' || $2, 'je_' || $2, $3)`,
    [tenantId, marker, Buffer.from(marker)],
  );
};

/** Columns of texts that no user writes, by table. */
export const notWritten: Record<string, RegExp> = {
  ledgers: /^(base_currency|fiscal_year_start)$/,
  ledger_series: /^series$/,
  ledger_accounts: /^(type|normal_side|currency|cash_flow|parent_id)$/,
  ledger_entries: /^(status|currency|reversal_of|reversed_by)$/,
  ledger_lines: /^currency$/,
  ledger_days: /^currency$/,
  ledger_balances: /^currency$/,
  ledger_periods: /^status$/,
  ledger_rates: /^currency$/,
  ledger_tax_rates: /^(category|account_id|input_account_id)$/,
  ledger_references: /^resource$/,
};
