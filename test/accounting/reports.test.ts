import { beforeAll, describe, expect, it } from 'vitest';
import { good, refusal } from '../support/answers.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';
import {
  cents,
  firstDay,
  lastDay,
  leaves,
  reportedBooks,
  reports,
  sum,
  text,
  typeOf,
} from './report-books.ts';
import { accounts, entries, line, posted } from './support.ts';

const server = useServer();
let api: TenantClient;
beforeAll(async () => {
  api = await reportedBooks(server);
});

interface Row {
  account_id: string | null;
  code: string;
  type: string;
  section: string;
  level: number;
  is_parent: boolean;
  opening: string;
  debit: string;
  credit: string;
  balance: string;
  amount: string;
  computed: string | null;
  previous: string;
  drill: string | null;
}
interface Report {
  rows: Row[];
  totals: Record<string, string> & { previous: Record<string, string> };
  compared_with: Record<string, string>;
}

const report = (name: string, query: string): Promise<Report> =>
  good(api.get(`${reports}/${name}?${query}`));

/** All lines of the list at a path, page by page. */
async function linesAt(path: string): Promise<Array<Record<string, string>>> {
  const all = [];
  const to = path.includes('?') ? '&' : '?';
  for (let cursor = ''; ; ) {
    const page = await good(api.get(`${path}${to}limit=25${cursor}`));
    all.push(...page.results);
    if (page.next_cursor === null) return all;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

const movement = (lines: Array<Record<string, string>>) =>
  sum(lines.map((one) => cents(one.base_debit as string) - cents(one.base_credit as string)));

/** Asks a report for many days in one statement. */
async function onDays(sql: string, step = 5): Promise<Array<Record<string, string>>> {
  const { rows } = await server.db.query(
    `select r.totals from generate_series($2::date - 40, $3::date + 40, make_interval(days => $4)) d
     cross join lateral (select (${sql})->'totals' as totals) r`,
    [api.tenant.id, firstDay, lastDay, step],
  );
  expect(rows.length).toBeGreaterThan(900 / step);
  return rows.map(({ totals }) => totals);
}

describe('on every day of three years', () => {
  it('the balance sheet balances', async () => {
    const sheets = await onDays(
      `api.accounting_report_balance_sheet($1, jsonb_build_object('at', d::date))`,
      1,
    );
    for (const { assets, liabilities_and_equity } of sheets)
      expect(assets).toBe(liabilities_and_equity);
    expect(new Set(sheets.map(({ assets }) => assets)).size).toBeGreaterThan(60);
  });

  it('cash at the beginning and its change are cash at the end, which the balances of its accounts are', async () => {
    const flows = await onDays(
      `api.accounting_report_cash_flow($1, jsonb_build_object('from', d::date - 33, 'to', d::date))`,
    );
    for (const { opening_cash, net_change, closing_cash } of flows)
      expect(text(cents(opening_cash as string) + cents(net_change as string))).toBe(closing_cash);
    const { totals } = await report('cash-flow', `to=${lastDay}`);
    const { rows } = await report('balance-sheet', `at=${lastDay}`);
    const cash = rows.filter(({ code }) => code === '1000' || code === '1010');
    expect(totals.closing_cash).toBe(text(sum(cash.map(({ balance }) => cents(balance)))));
  });

  it('the trial balance is equal in pairs, and what one range ends with begins the next', async () => {
    const of = (from: string, to: string) =>
      onDays(
        `api.accounting_report_trial_balance($1, jsonb_build_object('from', ${from}, 'to', ${to}))`,
      );
    const [before, after] = await Promise.all([
      of('d::date - 9', 'd::date'),
      of('d::date + 1', 'd::date + 20'),
    ]);
    for (const [n, one] of before.entries()) {
      expect([one.opening_debit, one.debit, one.closing_debit]).toEqual([
        one.opening_credit,
        one.credit,
        one.closing_credit,
      ]);
      expect(after[n]?.opening_debit).toBe(one.closing_debit);
    }
  });
});

it('retained earnings are the results of earlier fiscal years, in their account and its parents', async () => {
  const at = '2026-02-11';
  const { rows, totals } = await report('balance-sheet', `at=${at}`);
  const ledger = await report('trial-balance', `from=1900-01-01&to=${at}`);
  const plain = (code: string) =>
    cents(ledger.rows.find((row) => row.code === code)?.balance as string);
  const earlier = await report('profit-loss', 'from=1900-01-01&to=2025-03-31');
  const present = await report('profit-loss', `from=2025-04-01&to=${at}`);
  expect(present).toEqual({
    ...(await report('profit-loss', `to=${at}`)),
    generated_at: expect.any(String),
  });
  const retained = cents(earlier.totals.net_income as string);
  expect(retained).not.toBe(0n);
  for (const [code, computed] of [
    ['3000', null],
    ['3100', 'retained_earnings'],
    ['3110', null],
  ] as const) {
    const row = rows.find((one) => one.code === code);
    const added = code === '3110' ? 0n : retained;
    expect([code, row?.balance, row?.computed]).toEqual([
      code,
      text(plain(code) + added),
      computed,
    ]);
  }
  expect(rows.at(-1)).toMatchObject({
    account_id: null,
    code: null,
    computed: 'current_earnings',
    balance: present.totals.net_income,
    drill: null,
  });
  const equity = rows.filter(({ type, is_parent }) => type === 'equity' && !is_parent);
  const signed = ({ code, balance }: Row) => (code === '3200' ? -cents(balance) : cents(balance));
  expect(totals.equity).toBe(text(sum(equity.map(signed))));

  // Without that account they are a row of their own.
  await good(api.patch('/v1/accounting/settings', { accounts: { retained_earnings: null } }));
  const other = await report('balance-sheet', `at=${at}`);
  await good(api.patch('/v1/accounting/settings', { accounts: { retained_earnings: '3100' } }));
  expect(other.totals).toEqual(totals);
  expect(other.rows.slice(-2).map(({ computed, balance }) => [computed, balance])).toEqual([
    ['retained_earnings', earlier.totals.net_income],
    ['current_earnings', present.totals.net_income],
  ]);
});

describe('the lines behind a row sum up to it', () => {
  const range = 'from=2024-08-01&to=2025-11-30';

  it('in the trial balance, profit and loss and the cash flow', async () => {
    const trial = await report('trial-balance', range);
    expect(trial.rows.map(({ code }) => code)).toEqual(trial.rows.map(({ code }) => code).sort());
    for (const { drill, debit, credit, opening, balance } of trial.rows) {
      const lines = await linesAt(drill as string);
      expect(text(sum(lines.map((one) => cents(one.base_debit as string))))).toBe(debit);
      expect(text(sum(lines.map((one) => cents(one.base_credit as string))))).toBe(credit);
      const list = await good(api.get(drill as string));
      expect([list.opening_balance, list.closing_balance]).toEqual([opening, balance]);
    }
    const { rows } = await report('profit-loss', range);
    expect(rows.length).toBeGreaterThan(5);
    for (const { code, type, drill, balance } of rows) {
      const isDebit = type === 'expense' || code === '4100';
      const moved = movement(await linesAt(drill as string));
      expect([code, balance]).toEqual([code, text(isDebit ? moved : -moved)]);
    }
    const flow = await report('cash-flow', range);
    expect(flow.rows[0]).toMatchObject({ section: 'operating', account_id: null, drill: null });
    for (const { drill, amount } of flow.rows.slice(1))
      expect(amount).toBe(text(-movement(await linesAt(drill as string))));
  });

  it('in the balance sheet, but for what is computed', async () => {
    const { rows } = await report('balance-sheet', `at=${lastDay}`);
    for (const { code, drill, balance } of rows.slice(0, -1)) {
      if (code === '3000' || code === '3100') continue;
      const moved = movement(await linesAt(drill as string));
      expect([code, [text(moved), text(-moved)]]).toEqual([
        code,
        expect.arrayContaining([balance]),
      ]);
    }
  });

  it('in profit and loss of a cost center', async () => {
    for (const center of ['C1', 'Ö & 2']) {
      const of = `dimension=${encodeURIComponent(`cost_center:${center}`)}`;
      const { rows } = await report('profit-loss', `from=1900-01-01&to=2025-11-30&${of}`);
      expect(rows.length).toBeGreaterThan(3);
      for (const { code, type, drill, balance, is_parent } of rows) {
        const lines = await linesAt(drill as string);
        const isDebit = type === 'expense' || code === '4100';
        const moved = movement(lines);
        expect([code, text(isDebit ? moved : -moved)]).toEqual([code, balance]);
        if (!is_parent) expect(lines.at(-1)?.balance).toBe(balance);
        const late = drill?.replace('1900-01-01', '2025-06-01') as string;
        if (!is_parent) expect(lines).toEqual(expect.arrayContaining(await linesAt(late)));
      }
    }
  });
});

describe('compare', () => {
  const [from, to] = ['2025-05-01', '2026-02-28'];
  it.each([
    ['trial-balance', `from=${from}&to=${to}`, 'previous_year', 'from=2024-05-01&to=2025-02-28'],
    ['profit-loss', `from=${from}&to=${to}`, 'previous_period', 'from=2024-07-01&to=2025-04-30'],
    ['cash-flow', `from=${from}&to=${to}`, 'previous_period', 'from=2024-07-01&to=2025-04-30'],
    [
      'cash-flow',
      'from=2025-03-01&to=2025-03-31',
      'previous_year',
      'from=2024-03-01&to=2024-03-31',
    ],
    [
      'profit-loss',
      'from=2025-02-01&to=2025-02-28',
      'previous_year',
      'from=2024-02-01&to=2024-02-29',
    ],
    ['balance-sheet', 'at=2025-02-28', 'previous_year', 'at=2024-02-29'],
    ['balance-sheet', `at=${to}`, 'previous_period', 'at=2025-03-31'],
  ])('%s %s with %s has the same report of %s', async (name, now, compare, then) => {
    const both = await report(name, `${now}&compare=${compare}&include_zero=true`);
    const plain = await report(name, `${now}&include_zero=true`);
    const earlier = await report(name, `${then}&include_zero=true`);
    expect(both.compared_with).toEqual(Object.fromEntries(new URLSearchParams(then)));
    const { previous, ...totals } = both.totals;
    expect(totals).toEqual(plain.totals);
    expect(previous).toEqual(earlier.totals);
    const figure = ({ balance, amount }: Row) => balance ?? amount;
    expect(both.rows.map(figure)).toEqual(plain.rows.map(figure));
    expect(both.rows.map(({ code, previous }) => [code, previous])).toEqual(
      earlier.rows.map((row) => [row.code, figure(row)]),
    );
  });
});

it('depth shows the upper accounts only, and changes no total', async () => {
  const range = `from=2024-04-01&to=${lastDay}`;
  for (const [name, query] of [
    ['trial-balance', range],
    ['balance-sheet', `at=${lastDay}`],
    ['profit-loss', range],
    ['cash-flow', range],
  ] as const) {
    const whole = await report(name, query);
    const upper = await report(name, `${query}&depth=1`);
    expect(upper.totals).toEqual(whole.totals);
    expect(upper.rows.length).toBeLessThan(whole.rows.length);
    if (name === 'cash-flow') {
      expect(text(sum(upper.rows.map(({ amount }) => cents(amount))))).toBe(
        whole.totals.net_change,
      );
      const receivable = upper.rows.find(({ code }) => code === '1100');
      const below = whole.rows.filter(({ code }) => code?.startsWith('11'));
      expect(receivable?.amount).toBe(text(sum(below.map(({ amount }) => cents(amount)))));
    } else expect(new Set(upper.rows.map(({ level }) => level))).toEqual(new Set([1]));
  }
});

describe('the general ledger', () => {
  it('lists the lines of all accounts, by code, day and number, with the balances of the trial balance', async () => {
    const range = 'from=2024-06-01&to=2026-01-31';
    const lines = await linesAt(`${reports}/general-ledger?${range}`);
    const { total, totals } = await good(api.get(`${reports}/general-ledger?${range}&limit=1`));
    expect(lines).toHaveLength(total);
    const place = (one: Record<string, string>) =>
      [one.code, one.date, String(one.sequence).padStart(9, '0'), one.line_no].join(' ');
    expect(lines.map(place)).toEqual(lines.map(place).sort());
    const debits = text(sum(lines.map((one) => cents(one.base_debit as string))));
    expect(totals).toEqual({ debit: debits, credit: debits });
    const trial = await report('trial-balance', range);
    for (const code of leaves) {
      const last = lines.findLast((one) => one.code === code);
      if (last)
        expect([code, last.balance]).toEqual([
          code,
          trial.rows.find((row) => row.code === code)?.balance,
        ]);
    }
    const [one] = lines as [Record<string, string>];
    const account = await linesAt(`${accounts}/${one.account_id}/entries?${range}`);
    expect(lines.filter(({ code }) => code === one.code)).toEqual(
      account.toReversed().map((row) => ({
        ...row,
        account_id: one.account_id,
        code: one.code,
        name: one.name,
      })),
    );
  });

  it('of a parent has the lines below it; an unknown account is 404', async () => {
    const of = (account: string) =>
      `${reports}/general-ledger?account_id=${account}&from=2024-01-01`;
    const codes = (await linesAt(of('1100'))).map(({ code }) => code);
    expect([...new Set(codes)]).toEqual(['1110', '1120']);
    const { status, body } = await api.get(of('9999'));
    expect([status, body.error.param, body.error.details]).toEqual([
      404,
      'account_id',
      { resource: 'ledger_account' },
    ]);
  });
});

it('revaluation shows what foreign balances are worth, and nothing where there is no rate', async () => {
  const own = await reportedBooks(server);
  const at = '2026-03-01';
  const put = (rates: object[]) => own.put('/v1/accounting/rates', { rates });
  const dollars = (account: string, amount: string) => ({
    ...line(account, amount),
    currency: 'USD',
    base_amount: amount.replace('-', ''),
  });
  const post = (...lines: object[]) =>
    good(own.post(entries, { date: '2026-03-01', ...posted, lines }));
  const before = await good(own.get(`${reports}/revaluation?at=2026-02-28`));
  expect(before.rows.length).toBeGreaterThan(3);
  expect(before.rows[0]).toMatchObject({ rate: null, revalued: null, difference: null });
  expect(before.totals.difference).toBe('0.00');
  await post(dollars('1010', '100.00'), dollars('2300', '-100.00'));
  await good(put([{ date: '2026-02-23', currency: 'USD', rate: '0.9' }]));
  const { rows, totals } = await good(own.get(`${reports}/revaluation?at=${at}`));
  let gain = 0n;
  for (const row of rows) {
    expect(['asset', 'liability']).toContain(typeOf[row.code]);
    const worth = (cents(row.balance) * 9n * 10n) / 100n;
    const rest = (cents(row.balance) * 9n * 10n) % 100n;
    const rounded = worth + (rest >= 50n ? 1n : rest <= -50n ? -1n : 0n);
    expect([row.code, row.revalued]).toEqual([row.code, text(rounded)]);
    expect(row.difference).toBe(text(rounded - cents(row.base_balance)));
    const isCredit = typeOf[row.code] === 'liability' || row.code === '1590';
    gain += isCredit ? -cents(row.difference) : cents(row.difference);
  }
  expect(totals.difference).toBe(text(gain));
  expect((await good(own.get(`${reports}/revaluation?at=2026-03-02`))).rows[0].rate).toBeNull();
});

describe('a report is refused', () => {
  it.each([
    ['trial-balance?from=2026-02-01&to=2026-01-31', 'to'],
    ['profit-loss?from=2190-01-01', 'from'],
    ['balance-sheet?at=2026-02-30', 'at'],
    ['balance-sheet?from=2026-01-01', 'from'],
    ['profit-loss?dimension=project:x', 'dimension'],
    ['profit-loss?dimension=cost_center', 'dimension'],
    ['trial-balance?dimension=cost_center:C1', 'dimension'],
    ['cash-flow?compare=last_week', 'compare'],
    ['general-ledger?format=pdf', 'format'],
    ['revaluation?format=pdf', 'format'],
  ])('%s', async (path, param) => {
    expect(await refusal(api.get(`${reports}/${path}`))).toEqual([400, param]);
  });

  it('as a file within a transaction, where its figures can be read', async () => {
    const ask = (format: string) =>
      api.post('/v1/transaction', {
        requests: [
          { method: 'GET', path: `${reports}/profit-loss?to=${lastDay}&format=${format}` },
        ],
      });
    const { results } = await good(ask('json'));
    expect(results[0].data.totals).toEqual((await report('profit-loss', `to=${lastDay}`)).totals);
    expect(await refusal(ask('csv'))).toEqual([400, 'requests[0].query.format']);
  });
});

it('a tenant without accounts has reports of zeros', async () => {
  const empty = await createTenant(server);
  for (const name of ['trial-balance', 'balance-sheet', 'profit-loss', 'cash-flow']) {
    const { rows, totals } = await good(empty.get(`${reports}/${name}`));
    expect(rows).toEqual([]);
    expect(new Set(Object.values(totals))).toEqual(new Set(['0.00']));
  }
  const ledger = await good(empty.get(`${reports}/general-ledger`));
  expect(ledger).toMatchObject({ results: [], total: 0, next_cursor: null });
});
