import { expect, it } from 'vitest';
import { work } from '../files/support-lifecycle.ts';
import { good } from '../support/answers.ts';
import { asWorker } from '../support/as-worker.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { type Books, booksOf, entries, posted, simple } from './support.ts';

const server = useOwnDatabase({ WORKER: 'on' });
const mismatches = async (api: Books) => {
  const { rows } = await server.db.query(
    `select after from app.journal where tenant_id = $1 and type = 'ledger.mismatch'`,
    [api.tenant.id],
  );
  return rows.map(({ after }) => after);
};

it('books that do not add up are told each night: an event, and a notification for admins', async () => {
  const [wrong, right] = [await booksOf(server), await booksOf(server)];
  for (const api of [wrong, right])
    await good(
      api.post(`${entries}/batch/create`, { entries: Array(3).fill(simple('1', posted)) }),
    );
  await createUser(wrong, { role: 'admin' });
  await work(server, 'ledger_verify');
  expect([await mismatches(wrong), await mismatches(right)]).toEqual([[], []]);

  await server.db.query(
    `update app.ledger_lines set amount = 5, base = 5 where tenant_id = $1 and line_no = 1 and sequence = 2`,
    [wrong.tenant.id],
  );
  await work(server, 'ledger_verify');
  const { problems } = await good(wrong.get('/v1/accounting/verify'));
  expect(problems).toEqual([
    { kind: 'unbalanced', entry_id: expect.stringMatching(/^je_/) },
    { kind: 'total', account_id: wrong.ids['6100'], currency: 'EUR', date: '2026-03-01' },
  ]);
  expect(await mismatches(wrong)).toEqual([{ count: 2, problems }]);
  expect(await mismatches(right)).toEqual([]);
  const { rows } = await server.db.query(
    `select count(*)::int as told from app.notifications where tenant_id = $1 and type = 'ledger_mismatch'`,
    [wrong.tenant.id],
  );
  expect(rows[0].told).toBe(1);
  // The feed shows it to callers who may read the books.
  const changes = async () => (await good(wrong.get('/v1/changes?types=ledger.mismatch'))).results;
  await until(changes, (found) => found.length === 1);
});

it('a large ledger is verified in parts, which together find what one look finds', async () => {
  const api = await booksOf(server);
  const batch = ['2025-12-31', '2026-01-01', '2026-01-02'].flatMap((date) =>
    Array.from({ length: 4 }, () => simple('1', { ...posted, date })),
  );
  await good(api.post(`${entries}/batch/create`, { entries: batch }));
  await server.db.query('update app.ledger_days set debit = debit + 1 where tenant_id = $1', [
    api.tenant.id,
  ]);
  await server.db.query(
    'update app.ledger_series set next = next + 1 where tenant_id = $1 and fiscal_year = 2025',
    [api.tenant.id],
  );
  await server.db.query(
    'update app.ledger_entries set total = 9 where tenant_id = $1 and fiscal_year = 2026 and sequence = 8',
    [api.tenant.id],
  );
  const found: object[] = [];
  const parts: object[] = [];
  let place: object | null = null;
  do {
    const given = [api.tenant.id, place && JSON.stringify(place), 3];
    const { rows } = await asWorker(server, 'select worker.ledger_look($1, $2, $3) as part', given);
    parts.push(rows[0].part);
    found.push(...rows[0].part.problems);
    place = rows[0].part.place;
  } while (place);
  const { problems, checked } = await good(api.get('/v1/accounting/verify'));
  expect(found).toEqual(problems);
  expect(checked).toEqual({ entries: 12, lines: 24, accounts: 6 });
  expect(parts.length).toBeGreaterThan(9);
  expect(problems.map(({ kind, date }: Record<string, unknown>) => [kind, date ?? null])).toEqual([
    ['gap', null],
    ['total', null],
    ...[1, 2].flatMap(() => [
      ['total', '2025-12-31'],
      ['total', '2026-01-01'],
      ['total', '2026-01-02'],
      ['total', null],
    ]),
  ]);
});
