import { expect, it } from 'vitest';
import { good } from '../support/answers.ts';
import { useServer } from '../support/use-server.ts';
import {
  codes,
  drawEntry,
  isDebit,
  type Line,
  NaiveLedger,
  seeded,
  text,
  turn,
} from './naive-ledger.ts';
import { accounts, type Books, booksOf, entries, line, posted } from './support.ts';

const server = useServer();
const writers = 8;
const stepsOfEach = 1_250;
const days = Array.from({ length: 40 }, (_, i) =>
  new Date(Date.UTC(2025, 11, 10 + i)).toISOString().slice(0, 10),
);
const wrong = { date: '2026-01-01', ...posted, lines: [line('6100', '1'), line('1000', '-2')] };

/** The ways to write. Each does a number of steps, and returns what they leave. */
type Way = (
  api: Books,
  random: (below: number) => number,
) => Promise<{ steps: number; lines: Line[] }>;

const draw = (random: (below: number) => number, count: number) =>
  Array.from({ length: count }, () => drawEntry(random, days));

const ways: Way[] = [
  async function inBatches(api, random) {
    const drawn = draw(random, 60);
    const made = drawn.map(({ body }) => ({ ...body, ...posted }));
    await good(api.post(`${entries}/batch/create`, { entries: made }));
    return { steps: drawn.length, lines: drawn.flatMap(({ lines }) => lines) };
  },
  /** Drafts are made, changed, posted and reversed, or deleted, in one transaction. */
  async function together(api, random) {
    const left: Line[] = [];
    const requests = draw(random, 16).flatMap(({ body, lines }, i) => {
      const at = `${entries}/{{e${i}.data.id}}`;
      const other = drawEntry(random, days);
      const isReversed = i % 3 === 0;
      if (i % 4 === 3)
        return [
          { id: `e${i}`, method: 'POST', path: entries, body },
          { method: 'DELETE', path: at },
        ];
      // Lines keep their entry's currency, which a change of both gives anew.
      const { lines: changed, date } = other.body;
      const isChanged = i % 4 === 1 && !('currency' in body) && !('currency' in other.body);
      const kept = isChanged ? other.lines : lines;
      left.push(...kept, ...(isReversed ? turn(kept) : []));
      return [
        { id: `e${i}`, method: 'POST', path: entries, body },
        ...(isChanged ? [{ method: 'PATCH', path: at, body: { lines: changed, date } }] : []),
        { method: 'POST', path: `${at}/post` },
        ...(isReversed
          ? [{ method: 'POST', path: `${at}/reverse`, body: { reason: 'a mistake' } }]
          : []),
      ];
    });
    await good(api.post('/v1/transaction', { requests }));
    return { steps: requests.length, lines: left };
  },
  /** A request that fails leaves nothing, whatever it has posted before. */
  async function inVain(api, random) {
    const made = draw(random, 20).map(({ body }) => ({ ...body, ...posted }));
    const requests = made.map((body) => ({ method: 'POST', path: entries, body }));
    const answers = [
      await api.post(`${entries}/batch/create`, { entries: [...made, wrong] }),
      await api.post('/v1/transaction', {
        requests: [...requests, { method: 'POST', path: entries, body: wrong }],
      }),
      await api.post(`${entries}/batch/create?dry_run=true`, { entries: made }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 201]);
    return { steps: 3 * made.length + 2, lines: [] };
  },
  async function one(api, random) {
    const [{ body, lines } = drawEntry(random, days)] = draw(random, 1);
    const { id } = await good(
      api.post(entries, { ...body, ...posted, reference: `r${random(2 ** 31)}` }),
    );
    const isReversed = random(2) === 0;
    if (isReversed) await good(api.post(`${entries}/${id}/reverse`, { reason: 'a mistake' }));
    return { steps: 1 + Number(isReversed), lines: [...lines, ...(isReversed ? turn(lines) : [])] };
  },
];

it(`${writers * stepsOfEach} random steps of ${writers} writers at once add up to the same as a ledger of a few lines`, async () => {
  const api = await booksOf(server);
  const naive = new NaiveLedger();
  const random = seeded(20_261_129);
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      const own = seeded(writer);
      for (let done = 0; done < stepsOfEach; ) {
        const way = ways[own(ways.length)] as Way;
        const { steps, lines } = await way(api, own);
        naive.lines.push(...lines);
        done += steps;
      }
    }),
  );

  const { rows: years } = await server.db.query(
    `select fiscal_year, min(sequence)::int as first, max(sequence)::int as last, count(*)::int as entries
     from app.ledger_entries where tenant_id = $1 and status <> 'draft' group by fiscal_year order by fiscal_year`,
    [api.tenant.id],
  );
  expect(years.map(({ fiscal_year }) => fiscal_year)).toEqual([2025, 2026]);
  for (const { first, last, entries } of years) expect([first, last]).toEqual([1, entries]);
  const from = days[15] as string;
  const to = days[30] as string;
  const report = await good(
    api.get(`/v1/accounting/reports/trial-balance?from=${from}&to=${to}&include_zero=true`),
  );
  for (const code of codes) {
    const path = `${accounts}/${api.ids[code]}`;
    for (const at of days.filter((_, i) => i % 8 === random(8))) {
      const balance = await good(api.get(`${path}/balance?at=${at}`));
      expect([code, at, balance.balance]).toEqual([
        code,
        at,
        text(naive.sum(code, (day) => day <= at)),
      ]);
    }
    const all = await good(api.get(`${path}/balance`));
    expect([code, all.balance]).toEqual([code, text(naive.sum(code))]);
    const lines = await good(api.get(`${path}/entries?from=${from}&to=${to}&limit=7&count=exact`));
    const next = await good(
      api.get(
        `${path}/entries?from=${from}&to=${to}&limit=7&count=exact&cursor=${lines.next_cursor}`,
      ),
    );
    const inRange = naive.lines.filter(
      (one) => one.code === code && one.day >= from && one.day <= to,
    );
    expect(lines).toMatchObject({
      total: inRange.length,
      opening_balance: text(naive.sum(code, (day) => day < from)),
      closing_balance: text(naive.sum(code, (day) => day <= to)),
    });
    expect(lines.results[0].balance).toBe(lines.closing_balance);
    // Each balance is that of the next older line, and its own amount, also over the border of the page.
    const both = [...lines.results, ...next.results];
    const cents = (amount: string) => BigInt(amount.replace('.', ''));
    for (const [i, row] of both.slice(0, -1).entries()) {
      const change = cents(row.base_debit) - cents(row.base_credit);
      const older = cents(both[i + 1].balance);
      expect(row.balance).toBe(text(older + (isDebit(code) ? change : -change)));
    }
    expect(report.rows.find((row: { code: string }) => row.code === code)).toMatchObject({
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
    checked: {
      entries: years.reduce((sum, { entries }) => sum + entries, 0),
      lines: naive.lines.length,
      accounts: codes.length,
    },
    problems: [],
  });
});
