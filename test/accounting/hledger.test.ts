import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { good } from '../support/answers.ts';
import type { TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';
import { program } from './programs.ts';
import { cents, reportedBooks, reports, text, typeOf } from './report-books.ts';
import { journalOf } from './support.ts';

interface Line extends Record<string, string> {
  account_code: string;
}
interface Entry {
  date: string;
  number: string;
  lines: Line[];
}

/** Amounts of one commodity, as hledger writes them: none for zero. */
type Amounts = Array<{ aquantity: { decimalMantissa: number; decimalPlaces: number } }>;
interface Compound {
  cbrSubreports: Array<[title: string, { prTotals: { prrTotal: Amounts } }]>;
  cbrTotals: { prrTotal: Amounts };
}

const hundredths = (amounts: Amounts): bigint => {
  expect(amounts.length).toBeLessThan(2);
  const [one] = amounts;
  if (!one) return 0n;
  const { decimalMantissa, decimalPlaces } = one.aquantity;
  expect(decimalPlaces).toBeLessThanOrEqual(2);
  return BigInt(decimalMantissa) * 10n ** BigInt(2 - decimalPlaces);
};

const nameOf = (code: string) => `${typeOf[code]}:${code}`;
const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
const days = ['2024-03-31', '2024-04-01', '2025-07-15', '2026-03-31', '2026-06-30'];

/** Entries as hledger reads them: amounts in another currency with what they cost in all. */
const journal = (all: Entry[]) => {
  const types = { asset: 'A', liability: 'L', equity: 'E', revenue: 'R', expense: 'X' } as const;
  const declared = Object.entries(typeOf).map(
    ([code, type]) =>
      `account ${nameOf(code)}  ; type: ${/^10/.test(code) ? 'C' : types[type as keyof typeof types]}`,
  );
  const signed = (debit = '', credit = '') => (/[1-9]/.test(credit) ? `-${credit}` : debit);
  const written = all.map(({ date, number, lines }) => [
    `${date} * (${number})`,
    ...lines.map(({ account_code, currency, debit, credit, base_debit, base_credit }) => {
      const cost =
        currency === 'EUR' ? '' : ` @@ ${signed(base_debit, base_credit).replace('-', '')} EUR`;
      return `  ${nameOf(account_code)}  ${signed(debit, credit)} ${currency}${cost}`;
    }),
    '',
  ]);
  return [...declared, '', ...written.flat(), ''].join('\n');
};

describe.skipIf(!program('hledger'))('another program reads our entries, and', () => {
  let api: TenantClient;
  let input: string;
  const server = useServer();
  beforeAll(async () => {
    api = await reportedBooks(server);
    const all = (await journalOf(api)) as unknown as Entry[];
    expect(all.length).toBeGreaterThan(100);
    expect(new Set(all.flatMap(({ lines }) => lines.map(({ currency }) => currency))).size).toBe(2);
    input = journal(all);
  });

  const hledger = <T>(...args: string[]): T =>
    JSON.parse(
      execFileSync('hledger', ['-f', '-', ...args, '--cost', '-O', 'json'], {
        input,
        encoding: 'utf8',
        env: { ...process.env, LC_ALL: 'C.UTF-8' },
      }),
    );
  const totalsOf = ({ cbrSubreports, cbrTotals }: Compound) => [
    ...cbrSubreports.map(([, { prTotals }]) => text(hundredths(prTotals.prrTotal))),
    text(hundredths(cbrTotals.prrTotal)),
  ];

  it.each(days)('has the same balances of all accounts at the end of %s', async (at) => {
    const [rows] = hledger<[Array<[string, string, number, Amounts]>]>(
      ...['bal', '--flat', '-e', dayAfter(at)],
    );
    const theirs = Object.fromEntries(
      rows.map(([name, , , amounts]) => [name, text(hundredths(amounts))]),
    );
    const trial = await good(api.get(`${reports}/trial-balance?from=1900-01-01&to=${at}`));
    const turned = ['1590', '4100', '3200'];
    const ours = trial.rows
      .filter((row: { is_parent: boolean }) => !row.is_parent)
      .map(({ code, type, balance }: Record<string, string>) => {
        const isDebit =
          ['asset', 'expense'].includes(type as string) !== turned.includes(code as string);
        return [
          nameOf(code as string),
          text(isDebit ? cents(balance as string) : -cents(balance as string)),
        ];
      })
      .filter(([, amount]: [string, string]) => amount !== '0.00');
    expect(Object.keys(theirs).length).toBeGreaterThan(2);
    expect(Object.fromEntries(ours)).toEqual(theirs);
  });

  it.each(days)('has the same balance sheet at the end of %s', async (at) => {
    const { totals } = await good(api.get(`${reports}/balance-sheet?at=${at}`));
    const theirs = totalsOf(hledger('bs', '-e', dayAfter(at)));
    expect([totals.assets, totals.liabilities, totals.equity]).toEqual(theirs);
  });

  it.each(days)('has the same profit and loss and cash flow up to %s', async (to) => {
    const range = ['-b', '2024-03-10', '-e', dayAfter(to)];
    const query = `from=2024-03-10&to=${to}`;
    const { totals } = await good(api.get(`${reports}/profit-loss?${query}`));
    const theirs = totalsOf(hledger('is', ...range));
    expect([totals.revenue, totals.expense, totals.net_income]).toEqual(theirs);
    const flow = await good(api.get(`${reports}/cash-flow?${query}`));
    expect([flow.totals.net_change]).toEqual(totalsOf(hledger('cf', ...range)).slice(-1));
  });
});
