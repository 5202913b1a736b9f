import type { ApiClient } from '../api-client.ts';
import { companyYear, type Posting } from './company-year.ts';
import { curl } from './curl.ts';

const root = '/v1/accounting';
const batchSize = 100;

/** The books of the demo; `foreign`: the tenant keeps books of its own, which stay as they are. */
export type KeptBooks =
  | { state: 'foreign' }
  | { state: 'loaded' | 'there'; year: number; entries: number; bank: string; lines: string[] };

/**
 * Keeps the books of a small company for the last calendar year, by the API: a chart of accounts and its entries, each with a
 * reference, so that another run posts none twice. Posted entries stay, whatever else is reset.
 */
export async function keepBooks(client: ApiClient): Promise<KeptBooks> {
  const year = new Date().getUTCFullYear() - 1;
  const postings = companyYear(year);
  const entries = `${root}/journal-entries`;
  const last = encodeURIComponent(postings.at(-1)?.reference ?? '');
  const isThere = (await client.data('GET', `${entries}?reference=${last}`)).total > 0;
  if (!isThere) {
    if (await keepsOther(client, postings)) return { state: 'foreign' };
    await client.data('POST', `${root}/charts/generic/apply`, {});
    for (let from = 0; from < postings.length; from += batchSize)
      await client.data('POST', `${entries}/batch/create`, {
        entries: postings.slice(from, from + batchSize).map(toBody),
      });
  }
  const [bank] = await client.data('GET', `${root}/accounts?search=1000`);
  const balance = `${root}/accounts/${bank.id}/balance?at=${year}-12-31`;
  const report = `${root}/reports/trial-balance?from=${year}-01-01&to=${year}-12-31`;
  return {
    state: isThere ? 'there' : 'loaded',
    year,
    entries: postings.length,
    bank: (await client.data('GET', balance)).balance,
    lines: [report, balance].map((path) => curl(client.url, client.token, { method: 'GET', path })),
  };
}

/** Whether there are entries that an interrupted run of the demo has not made. */
async function keepsOther(client: ApiClient, [first]: Posting[]): Promise<boolean> {
  const entries = `${root}/journal-entries?limit=1`;
  if ((await client.data('GET', entries)).total === 0) return false;
  const reference = encodeURIComponent(first?.reference ?? '');
  return (await client.data('GET', `${entries}&reference=${reference}`)).total === 0;
}

const toBody = ({ lines, ...posting }: Posting) => ({
  ...posting,
  status: 'posted',
  lines: lines.map(([account_id, amount]) => ({
    account_id,
    [amount < 0 ? 'credit' : 'debit']: Math.abs(amount),
  })),
});
