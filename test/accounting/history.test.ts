import { describe, expect, it } from 'vitest';
import { good, refusal } from '../support/answers.ts';
import { useServer } from '../support/use-server.ts';
import { accounts, booksOf, entries, line, posted } from './support.ts';

const server = useServer();

/** Numbers that look random and are the same each time. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

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

describe('a random history', () => {
  const codes = ['1000', '1400', '2000', '3000', '4000', '6100'] as const;
  const debits = ['1000', '1400', '6100'];
  const days = Array.from({ length: 40 }, (_, i) =>
    new Date(Date.UTC(2025, 11, 10 + i)).toISOString().slice(0, 10),
  );
  const text = (cents: bigint) => {
    const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
    return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  };

  it('adds up to the same as a ledger of a few lines', async () => {
    const api = await booksOf(server);
    const random = seeded(20_261_129);
    /** The posted lines: `cents` are positive for debits. */
    const naive: Array<{ code: string; day: string; cents: bigint; year: number }> = [];
    let drawn: object[] = [];
    const send = async () => {
      await good(api.post(`${entries}/batch/create`, { entries: drawn }));
      drawn = [];
    };
    for (let step = 0; step < 500; step++) {
      const day = days[random(days.length)] as string;
      const parts = Array.from({ length: 1 + random(4) }, () => BigInt(1 + random(1_000_000)));
      const turned = random(2) ? 1n : -1n;
      const lines = [...parts, -parts.reduce((a, b) => a + b)].map((cents) => ({
        code: codes[random(codes.length)] as string,
        cents: cents * turned,
      }));
      for (const one of lines) naive.push({ ...one, day, year: Number(day.slice(0, 4)) });
      drawn.push({
        date: day,
        ...posted,
        lines: lines.map(({ code, cents }) => line(code, text(cents))),
      });
      if (drawn.length === 50) await send();
    }
    const sumOf = (code: string, wanted: (day: string) => boolean) =>
      naive
        .filter((one) => one.code === code && wanted(one.day))
        .reduce((all, { cents }) => all + cents, 0n) * (debits.includes(code) ? 1n : -1n);

    const from = days[15] as string;
    const to = days[30] as string;
    const report = await good(
      api.get(`/v1/accounting/reports/trial-balance?from=${from}&to=${to}&include_zero=true`),
    );
    for (const code of codes) {
      const at = days[random(days.length)] as string;
      const path = `${accounts}/${api.ids[code]}`;
      const balance = await good(api.get(`${path}/balance?at=${at}`));
      expect([code, balance.balance]).toEqual([code, text(sumOf(code, (day) => day <= at))]);
      const all = await good(api.get(`${path}/balance`));
      expect([code, all.balance]).toEqual([code, text(sumOf(code, () => true))]);
      const lines = await good(api.get(`${path}/entries?from=${from}&to=${to}&limit=7`));
      const next = await good(
        api.get(`${path}/entries?from=${from}&to=${to}&limit=7&cursor=${lines.next_cursor}`),
      );
      const inRange = naive.filter((one) => one.code === code && one.day >= from && one.day <= to);
      expect(lines).toMatchObject({
        total: inRange.length,
        opening_balance: text(sumOf(code, (day) => day < from)),
        closing_balance: text(sumOf(code, (day) => day <= to)),
      });
      expect(lines.results[0].balance).toBe(lines.closing_balance);
      // Each balance is that of the next older line, and its own amount, also over the border of the page.
      const both = [...lines.results, ...next.results];
      const cents = (amount: string) => BigInt(amount.replace('.', ''));
      for (const [i, one] of both.slice(0, -1).entries()) {
        const change = cents(one.base_debit) - cents(one.base_credit);
        const signed = debits.includes(code) ? change : -change;
        expect(one.balance).toBe(text(cents(both[i + 1].balance) + signed));
      }
      const row = report.rows.find((one: { code: string }) => one.code === code);
      expect(row).toMatchObject({
        opening: lines.opening_balance,
        balance: lines.closing_balance,
        drill: `${path}/entries?from=${from}&to=${to}`,
      });
    }
    const { totals } = report;
    expect(totals.opening_debit).toBe(totals.opening_credit);
    expect(totals.debit).toBe(totals.credit);
    expect(totals.closing_debit).toBe(totals.closing_credit);
    expect(await good(api.get('/v1/accounting/verify'))).toEqual({
      ok: true,
      checked: { entries: 500, lines: naive.length, accounts: 6 },
      problems: [],
    });
  });

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
