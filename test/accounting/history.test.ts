import { describe, expect, it } from 'vitest';
import { good, refusal } from '../support/answers.ts';
import { useServer } from '../support/use-server.ts';
import { seeded } from './naive-ledger.ts';
import { accounts, booksOf, entries, line, posted } from './support.ts';

const server = useServer();

describe('app.share', () => {
  it('gives away the whole total, each part next to its exact share, the largest fractions first', async () => {
    const random = seeded(7);
    const cases = Array.from({ length: 300 }, () => ({
      total: BigInt(random(2_000_000) - 1_000_000) * BigInt(1 + random(1_000_000)),
      weights: Array.from({ length: 1 + random(12) }, () => BigInt(1 + random(1_000_000))),
    }));
    const { rows } = await server.db.query(
      `select app.share((c->>'total')::numeric, array(select w::numeric from jsonb_array_elements_text(c->'weights') w))::text[] as parts
       from jsonb_array_elements($1::jsonb) with ordinality t(c, n) order by n`,
      [JSON.stringify(cases, (_, value) => (typeof value === 'bigint' ? String(value) : value))],
    );
    const expected = cases.map(({ total, weights }) => {
      const sum = weights.reduce((a, b) => a + b);
      const floors = weights.map((weight) => {
        const rest = (((total * weight) % sum) + sum) % sum;
        return { part: (total * weight - rest) / sum, rest };
      });
      const left = Number(total - floors.reduce((all, { part }) => all + part, 0n));
      const places = floors
        .map(({ rest }, i) => ({ rest, i }))
        .toSorted((a, b) => (a.rest === b.rest ? a.i - b.i : a.rest > b.rest ? -1 : 1))
        .slice(0, left)
        .map(({ i }) => i);
      return floors.map(({ part }, i) => String(part + (places.includes(i) ? 1n : 0n)));
    });
    expect(rows.map(({ parts }) => parts)).toEqual(expected);
  });
});

describe('a history', () => {
  it('that was changed behind the back of the API is found by verify', async () => {
    const api = await booksOf(server);
    const make = () =>
      good(
        api.post(entries, {
          date: '2026-03-01',
          ...posted,
          lines: [line('6100', '1'), line('1000', '-1')],
        }),
      );
    const [first, second] = [await make(), await make()];
    const change = (sql: string, id: string) => server.db.query(sql, [api.tenant.id, id]);
    await change(
      'update app.ledger_lines set base = 2 where tenant_id = $1 and entry_id = $2 and line_no = 1',
      first.id,
    );
    await change(
      'update app.ledger_entries set sequence = 7 where tenant_id = $1 and id = $2',
      second.id,
    );
    const { ok, problems } = await good(api.get('/v1/accounting/verify'));
    expect(ok).toBe(false);
    expect(problems).toEqual([
      { kind: 'gap', fiscal_year: 2026, expected: 2, found: 7 },
      { kind: 'gap', fiscal_year: 2026, expected: null, found: 7 },
      { kind: 'unbalanced', entry_id: first.id },
      { kind: 'total', account_id: api.ids['6100'], currency: 'EUR', date: '2026-03-01' },
    ]);
  });
});

it('a range that ends before it begins is refused by the day that was sent', async () => {
  const api = await booksOf(server);
  const report = (query: string) =>
    refusal(api.get(`/v1/accounting/reports/trial-balance?${query}`));
  expect(await report('from=2199-01-01')).toEqual([400, 'from']);
  expect(await report('from=2026-01-02&to=2026-01-01')).toEqual([400, 'to']);
});

it('a parent has the sums of what is below it, and totals do not count it twice', async () => {
  const api = await booksOf(server);
  const account = (code: string, parent_id?: string) =>
    good(
      api.post(accounts, {
        code,
        name: code,
        type: 'expense',
        ...(parent_id ? { parent_id } : {}),
      }),
    );
  const top = await account('7000');
  await account('7100', '7000');
  await account('7200', '7000');
  for (const code of ['7100', '7200'])
    await good(
      api.post(entries, {
        date: '2026-03-01',
        ...posted,
        lines: [line(code, '10'), line('1000', '-10')],
      }),
    );
  const { rows, totals } = await good(
    api.get('/v1/accounting/reports/trial-balance?from=2026-01-01&to=2026-12-31'),
  );
  expect(
    rows.map(({ code, balance, is_parent }: Record<string, unknown>) => [code, balance, is_parent]),
  ).toEqual([
    ['1000', '-20.00', false],
    ['7000', '20.00', true],
    ['7100', '10.00', false],
    ['7200', '10.00', false],
  ]);
  expect(totals).toMatchObject({ debit: '20.00', credit: '20.00', closing_debit: '20.00' });
  const flat = await good(
    api.get('/v1/accounting/reports/trial-balance?from=2026-01-01&to=2026-12-31&depth=1'),
  );
  expect(flat.rows).toHaveLength(2);
  const balance = await good(api.get(`${accounts}/${top.id}/balance`));
  expect(balance).toMatchObject({ balance: '20.00', includes_children: true });
  expect((await good(api.get(`${accounts}/${top.id}/entries`))).total).toBe(2);
});
