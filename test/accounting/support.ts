import { good } from '../support/answers.ts';
import { type Client, createTenant, type TenantClient } from '../support/api.ts';
import type { TestServer } from '../support/server.ts';

export const accounts = '/v1/accounting/accounts';
export const entries = '/v1/accounting/journal-entries';

/** The codes of `booksOf`, each with its type. */
const chart = {
  '1000': 'asset',
  '1400': 'asset',
  '2000': 'liability',
  '3000': 'equity',
  '4000': 'revenue',
  '6100': 'expense',
} as const;

export interface Books extends TenantClient {
  /** The ids of its accounts by code. */
  ids: Record<keyof typeof chart, string>;
}

/** A tenant with a few accounts. */
export async function booksOf(server: TestServer): Promise<Books> {
  const api = await createTenant(server);
  const ids: Record<string, string> = {};
  for (const [code, type] of Object.entries(chart))
    ids[code] = (await good(api.post(accounts, { code, name: `Account ${code}`, type }))).id;
  return Object.assign(api, { ids });
}

/** The line of a request: what an account is debited with, or credited where it is negative. */
export const line = (account_id: string, amount: string) =>
  amount.startsWith('-') ? { account_id, credit: amount.slice(1) } : { account_id, debit: amount };

/** An entry of two lines. */
export const simple = (amount = '100.00', more: object = {}) => ({
  date: '2026-03-01',
  lines: [line('6100', amount), line('1000', `-${amount}`)],
  ...more,
});

export const posted = { status: 'posted' };

/** The posted entries, in order of its sequence. */
export async function journalOf(api: Client): Promise<Array<Record<string, unknown>>> {
  const all: Array<Record<string, unknown>> = [];
  let cursor: string | null = null;
  do {
    const query = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const page: { results: Array<Record<string, unknown>>; next_cursor: string | null } =
      await good(api.get(`${entries}?limit=100${query}`));
    all.push(...page.results);
    cursor = page.next_cursor;
  } while (cursor);
  return all
    .filter(({ sequence }) => sequence !== null)
    .toSorted((a, b) => Number(a.sequence) - Number(b.sequence));
}
