import { good } from '../support/answers.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import type { TestServer } from '../support/server.ts';
import { accounts, entries, line, posted } from './support.ts';

export const reports = '/v1/accounting/reports';

/** Code, type and what else it has; a parent comes before its children. */
const chart: Array<[code: string, type: string, more?: object]> = [
  ['1000', 'asset', { cash_flow: 'cash' }],
  ['1010', 'asset', { cash_flow: 'cash' }],
  ['1100', 'asset'],
  ['1110', 'asset', { parent_id: '1100' }],
  ['1120', 'asset', { parent_id: '1100' }],
  ['1500', 'asset', { cash_flow: 'investing' }],
  ['1590', 'asset', { normal_side: 'credit' }],
  ['2000', 'liability'],
  ['2300', 'liability', { cash_flow: 'financing' }],
  ['3000', 'equity'],
  ['3100', 'equity', { parent_id: '3000' }],
  ['3110', 'equity', { parent_id: '3000' }],
  ['3200', 'equity', { normal_side: 'debit' }],
  ['4000', 'revenue'],
  ['4100', 'revenue', { normal_side: 'debit' }],
  ['5000', 'expense'],
  ['6000', 'expense'],
  ['6100', 'expense', { parent_id: '6000' }],
  ['6190', 'expense', { parent_id: '6000' }],
];
const parents = ['1100', '3000', '6000'];
export const leaves = chart.map(([code]) => code).filter((code) => !parents.includes(code));
export const typeOf = Object.fromEntries(chart.map(([code, type]) => [code, type]));
/** Fiscal years begin on it. */
const start = '04-01';
const days = Array.from({ length: 110 }, (_, i) =>
  new Date(Date.UTC(2024, 1, 10 + 8 * i)).toISOString().slice(0, 10),
);
export const [firstDay, lastDay] = [days[0], days.at(-1)] as [string, string];

/** Numbers that look random and are the same each time. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Books of three fiscal years: of a tree, contra accounts, another currency and cost centers; retained earnings in 3100. */
export async function reportedBooks(server: TestServer): Promise<TenantClient> {
  const api = await createTenant(server);
  for (const [code, type, more] of chart)
    await good(api.post(accounts, { code, name: `Account ${code}`, type, ...more }));
  await good(
    api.patch('/v1/accounting/settings', {
      fiscal_year_start: start,
      accounts: { retained_earnings: '3100' },
      dimensions: [{ name: 'cost_center' }],
    }),
  );
  const random = seeded(39);
  const pick = () => leaves[random(leaves.length)] as string;
  const centers = ['C1', 'Ö & 2'];
  const drawn = days.map((date, step) => {
    const parts = Array.from({ length: 1 + random(3) }, () => 1 + random(500_000));
    const total = parts.reduce((a, b) => a + b);
    const turned = random(2) ? '-' : '';
    const [of, against] = turned ? ['', '-'] : ['-', ''];
    const isForeign = step % 4 === 0;
    return {
      date,
      description: `Entry ${step}`,
      ...posted,
      ...(isForeign ? { currency: 'USD', exchange_rate: '0.9137' } : {}),
      lines: [
        ...parts.map((cents) => ({
          ...line(pick(), against + cents / 100),
          ...(random(2) ? { dimensions: { cost_center: centers[random(2)] } } : {}),
        })),
        line(pick(), of + total / 100),
      ],
    };
  });
  for (let at = 0; at < drawn.length; at += 55)
    await good(api.post(`${entries}/batch/create`, { entries: drawn.slice(at, at + 55) }));
  const { results } = await good(api.get(`${entries}?limit=3`));
  for (const { id } of results) await good(api.post(`${entries}/${id}/reverse`, { reason: 'x' }));
  return api;
}

/** A decimal with two places in hundredths. */
export const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));
export const text = (amount: bigint): string => {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
export const sum = (amounts: bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);
