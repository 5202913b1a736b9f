import type pg from 'pg';
import { type Harness, type Ours, spent } from './harness.ts';

const root = '/v1/accounting';
/** Accounts of writers, each its own. */
const own = Array.from({ length: 32 }, (_, n) => `8${String(n).padStart(3, '0')}`);

/** Postings against the create of an object (`create`), each other and drafts; then (`part` reports: only) reports over `lines` posted lines. */
export async function measureLedger(
  harness: Harness,
  db: pg.Pool,
  tenant: string,
  create: Ours,
  lines: number,
  part: string,
): Promise<void> {
  await harness.post(`${root}/charts/generic/apply`, {});
  for (const code of own)
    await harness.post(`${root}/accounts`, { code, name: code, type: 'expense' });
  if (part !== 'reports') await measurePostings(harness, create);
  await fillBooks(db, tenant, lines);
  const report = await harness.turn({
    url: harness.api.url,
    tokens: [harness.token],
    method: 'GET',
    paths: [`${root}/reports/trial-balance?from=2030-01-01&to=2030-12-31`],
    connections: 1,
  });
  harness.report(`trial balance of ${lines} lines`, 1000 / report, 100, '<=', 'ms');
  const began = performance.now();
  await harness.get(`${root}/verify`);
  harness.report(
    `verification of ${lines} lines`,
    (performance.now() - began) / 1000,
    60,
    '<=',
    's',
  );
}

async function measurePostings(harness: Harness, create: Ours): Promise<void> {
  const sent = (status: string, codes: readonly string[], more: Ours = {}): Ours => ({
    ...create,
    paths: [`${root}/journal-entries`],
    ids: ['{}'],
    body: JSON.stringify({
      date: '2026-03-01',
      description: 'Rent of March',
      status,
      lines: codes.map((account_id, n) => ({ account_id, [n < 2 ? 'debit' : 'credit']: '10.00' })),
    }),
    ...more,
  });
  const four = ['6100', '6200', '1400', '1000'];
  for (const connections of [1, 32]) {
    const [postings, creates] = await harness.weigh(
      sent('posted', four, { connections }),
      { ...create, connections },
      harness.api,
    );
    harness.report(
      `posting of 4 lines, against the create of an object, ${connections} connections of one tenant`,
      postings.perSecond / creates.perSecond,
      0.5,
      '>=',
      `${Math.round(postings.perSecond)}/s of ${Math.round(creates.perSecond)}/s; ${spent(postings)} of ${spent(creates)}`,
    );
  }
  // Each writer draws the lines of an account.
  const of = (codes: readonly string[]): Ours => ({
    ...sent('posted', []),
    body: '{"date":"2026-03-01","status":"posted","lines":{}}',
    ids: codes.map((account_id) =>
      JSON.stringify(
        ['debit', 'debit', 'credit', 'credit'].map((side) => ({ account_id, [side]: '10.00' })),
      ),
    ),
  });
  const [hot, many] = await harness.inTurns(of(own.slice(0, 1)), of(own));
  harness.report(
    '32 writers on one account, against 32 accounts',
    hot / many,
    0.6,
    '>=',
    `${Math.round(hot)}/s of ${Math.round(many)}/s`,
  );
  const [numbered, drafts] = await harness.inTurns(sent('posted', four), sent('draft', four));
  harness.report(
    'postings, with numbers, lines and totals, against drafts, without',
    numbered / drafts,
    0.7,
    '>=',
    `${Math.round(numbered)}/s of ${Math.round(drafts)}/s`,
  );
}

/** Entries of four lines over three years, straight into the tables, with their totals. */
async function fillBooks(db: pg.Pool, tenant: string, lines: number): Promise<void> {
  await db.query(
    `with accounts as (
       select array_agg(a.id::text order by a.code) as ids from app.ledger_accounts a where a.tenant_id = $1),
     entries as (
       insert into app.ledger_entries (tenant_id, id, status, day, currency, total, base_total, number, sequence, fiscal_year,
         created_at, updated_at, posted_at)
       select $1, app.new_id('je'), 'posted', make_date(2029 + n % 3, 1, 1) + (n / 3) % 365, 'EUR', 20, 20, 'L' || n, n / 3 + 1,
         2029 + n % 3, now(), now(), now()
       from generate_series(0, $2::int / 4 - 1) n returning id, day, sequence),
     series as (
       insert into app.ledger_series (tenant_id, series, fiscal_year, next)
       select $1, 'journal_entry', extract(year from e.day), max(e.sequence) + 1 from entries e group by 3)
     insert into app.ledger_lines (tenant_id, entry_id, line_no, account_id, day, sequence, currency, amount, base)
     select $1, e.id, l, a.ids[1 + (e.sequence * 7 + l * 13) % cardinality(a.ids)], e.day, e.sequence, 'EUR',
       case when l <= 2 then 10 else -10 end, case when l <= 2 then 10 else -10 end
     from entries e cross join accounts a cross join generate_series(1, 4) l`,
    [tenant, lines],
  );
  await db.query(
    `with days as (
       insert into app.ledger_days as d (tenant_id, account_id, currency, day, debit, credit, base_debit, base_credit)
       select $1, l.account_id, l.currency, l.day, sum(greatest(l.base, 0)), sum(greatest(-l.base, 0)), sum(greatest(l.base, 0)),
         sum(greatest(-l.base, 0))
       from app.ledger_lines l where l.tenant_id = $1 and l.day >= '2029-01-01' group by l.account_id, l.currency, l.day
       returning *)
     insert into app.ledger_balances as b (tenant_id, account_id, currency, debit, credit, base_debit, base_credit)
     select $1, d.account_id, d.currency, sum(d.debit), sum(d.credit), sum(d.base_debit), sum(d.base_credit)
     from days d group by d.account_id, d.currency
     on conflict (tenant_id, account_id, currency) do update set debit = b.debit + excluded.debit,
       credit = b.credit + excluded.credit, base_debit = b.base_debit + excluded.base_debit,
       base_credit = b.base_credit + excluded.base_credit`,
    [tenant],
  );
  await db.query('analyze app.ledger_days, app.ledger_lines, app.ledger_entries');
}
