import type { Growth, ListCases } from '../support/list-cases.ts';

/** Posted entries, fifty a day, each with a line of the seeded account. */
const grow: Growth = async (db, { tenant, ...seeded }, from, to) => {
  const { account_id } = seeded as unknown as Record<string, string>;
  await db.query(
    `with made as (
       select n, 'je_' || substr(app.event_id_at(now() - interval '1 day' + make_interval(secs => n)), 5, 12)
         || lpad(to_hex(n), 20, '0') as id, '2027-01-01'::date + n / 50 as day
       from generate_series($3::int, $4::int) n),
     entry as (
       insert into app.ledger_entries (tenant_id, id, status, day, description, source_type, source_id, currency, total,
         base_total, number, sequence, fiscal_year, created_at, updated_at, posted_at)
       select $1, id, case when n <= 10 then 'reversed' else 'posted' end, day,
         case when n <= 10 then 'Winter' else 'Spring' || n end, case when n <= 10 then 'expense' else 'invoice' end, 'inv_' || n,
         'EUR', 1, 1, 'N' || n, n, 2027, now() - interval '1 day' + make_interval(secs => n), now(), now() from made)
     insert into app.ledger_lines (tenant_id, entry_id, line_no, account_id, day, sequence, currency, amount, base)
     select $1, id, 1, $2, day, n, 'EUR', 1, 1 from made`,
    [tenant, account_id, from, to],
  );
};

const of = (seeded: object) => seeded as Record<string, string>;

export const listCases: ListCases = {
  'ledger_account.list': {
    // All accounts of the tenant, at most 5,000.
    scans: 200,
    rows: [
      {
        table: 'ledger_accounts',
        set: {
          code: `'c' || n`,
          name: `case when n <= 10 then 'Winter' else 'Spring' end`,
          type: `case when n <= 10 then 'equity' else 'asset' end`,
          is_active: 'n > 10',
        },
      },
    ],
    filters: (seeded) => ({
      type: ['equity', 'asset'],
      is_active: ['true', 'false'],
      parent_id: [of(seeded).account_id],
      search: ['winter', 'spring'],
    }),
  },
  'journal_entry.list': {
    rows: grow,
    filters: (seeded) => ({
      status: ['posted', 'reversed', 'draft'],
      from: ['2027-01-01', '2030-01-01'],
      to: ['2027-01-01', '2031-01-01'],
      account_id: [of(seeded).account_id, 'acc_0'],
      reference: ['nothing'],
      number: ['N7', 'nothing'],
      source_type: ['invoice', 'expense', 'nothing'],
      source_id: ['inv_7', 'nothing'],
      search: ['winter', 'spring77', 'nothing'],
    }),
  },
  'ledger_account.entries': {
    // Those of the list above: the balance of a page is summed up from the days before it.
    rows: [],
    scans: 400,
    filters: () => ({ from: ['2027-01-01'], to: ['2027-01-03', '2031-01-01'] }),
  },
  'accounting_report.general_ledger': {
    // The same lines again, and all accounts, which are at most 5,000.
    rows: [],
    scans: 400,
    args: () => ({ from: '2027-01-01', to: '2031-01-01' }),
    filters: (seeded) => ({
      from: ['2027-01-01'],
      to: ['2027-01-03', '2031-01-01'],
      account_id: [of(seeded).account_id],
      // Its totals are summed up from all lines with this value.
      dimension: [],
      format: [],
    }),
  },
  'exchange_rate.list': {
    rows: [
      {
        table: 'ledger_rates',
        set: {
          day: `'1950-01-01'::date + n`,
          currency: `case when n <= 10 then 'JPY' else 'CHF' end`,
        },
      },
    ],
    filters: () => ({
      currency: ['JPY', 'CHF'],
      from: ['1950-01-01', '2150-01-01'],
      to: ['1950-01-05', '2150-01-01'],
    }),
  },
  'tax_rate.list': {
    // All tax rates of the tenant, at most 200.
    scans: 200,
    rows: [{ table: 'ledger_tax_rates', set: { code: `'t' || n` } }],
  },
  'period.list': {
    rows: [
      {
        table: 'ledger_periods',
        set: { from_day: `'1950-01-01'::date + n`, to_day: `'1950-01-01'::date + n` },
      },
    ],
  },
};
