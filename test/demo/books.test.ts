import { expect, it } from 'vitest';
import { ApiClient } from '../../src/cli/api-client.ts';
import { keepBooks } from '../../src/cli/demo/books.ts';
import { companyYear } from '../../src/cli/demo/company-year.ts';
import { booksOf, entries, posted, simple } from '../accounting/support.ts';
import { good } from '../support/answers.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
const year = new Date().getUTCFullYear() - 1;

it('keeps a year of books, whose balance sheet balances on every day, and keeps them once', async () => {
  const client = new ApiClient(server.url, api.token);
  const first = await keepBooks(client);
  expect(first).toMatchObject({ state: 'loaded', year, entries: companyYear(year).length });
  expect(await keepBooks(client)).toEqual({ ...first, state: 'there' });
  expect((await good(api.get(`${entries}?limit=1`))).total).toBe(companyYear(year).length);
  const { rows } = await server.db.query(
    `select a.type, a.code, d.day::text, sum(sum(d.base_debit - d.base_credit)) over (partition by a.code order by d.day) as balance
     from app.ledger_days d join app.ledger_accounts a on a.tenant_id = d.tenant_id and a.id = d.account_id
     where d.tenant_id = $1 group by a.type, a.code, d.day order by d.day`,
    [api.tenant.id],
  );
  const standing = new Map<string, number>();
  const days = new Set(rows.map(({ day }) => day));
  expect(days.size).toBeGreaterThan(100);
  for (const day of days) {
    for (const row of rows.filter((one) => one.day === day))
      standing.set(`${row.type} ${row.code}`, Number(row.balance));
    const sum = (...types: string[]) =>
      [...standing].reduce(
        (all, [key, value]) => all + (types.some((type) => key.startsWith(type)) ? value : 0),
        0,
      );
    expect([day, sum('asset')]).toEqual([day, -sum('liability', 'equity', 'revenue', 'expense')]);
    // A company that could pay its bills.
    expect([day, (standing.get('asset 1000') ?? 0) > 0]).toEqual([day, true]);
  }
  expect((await good(api.get('/v1/accounting/verify'))).ok).toBe(true);
});

it('leaves the books of a tenant that keeps its own', async () => {
  const own = await booksOf(server);
  await good(own.post(entries, simple('1', posted)));
  expect(await keepBooks(new ApiClient(server.url, own.token))).toEqual({ state: 'foreign' });
  expect((await good(own.get(entries))).total).toBe(1);
});
