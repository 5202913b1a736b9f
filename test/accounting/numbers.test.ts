import { expect, it } from 'vitest';
import { good, refusal } from '../support/answers.ts';
import { killBlocked } from '../support/kill-blocked.ts';
import { untilBlocked } from '../support/until-blocked.ts';
import { useServer } from '../support/use-server.ts';
import { accounts, booksOf, entries, journalOf, line, posted, simple } from './support.ts';

const server = useServer();
const numbersOf = async (api: Parameters<typeof journalOf>[0]) =>
  (await journalOf(api)).map(({ sequence }) => sequence);
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

it('32 writers leave numbers without a gap, whatever fails between them or is only tried', async () => {
  const api = await booksOf(server);
  await good(api.patch(`${accounts}/${api.ids['1000']}`, { min_balance: '-3200.00' }));
  const unbalanced = { ...simple('1', posted), lines: [line('6100', '1'), line('1000', '-2')] };
  const writer = async (n: number) => {
    const body = simple('100', { ...posted, description: `writer ${n}` });
    const answers = [
      await api.post(`${entries}?dry_run=true`, body),
      await api.post(entries, body),
      await api.post(entries, unbalanced),
      await api.post(`${entries}/batch/create`, { entries: [body, unbalanced] }),
      await api.post('/v1/transaction', {
        requests: [
          { id: 'a', method: 'POST', path: entries, body },
          { id: 'b', method: 'POST', path: entries, body: unbalanced },
        ],
      }),
    ];
    return answers.map(({ status }) => status);
  };
  const all = await Promise.all(upTo(32).map(writer));
  // Their own one is posted; all that was beside it is as if it had never been.
  expect(all.filter(([, status]) => status === 201)).toHaveLength(32);
  expect(all.flatMap(([, , ...others]) => others).filter((status) => status < 400)).toEqual([]);
  expect(await numbersOf(api)).toEqual(upTo(32));
  // The account is now at its least balance.
  const one = await api.post(entries, simple('0.01', posted));
  expect([one.status, one.body.error.code, one.body.error.details]).toEqual([
    409,
    'INVARIANT_VIOLATED',
    {
      invariant: 'min_balance',
      account_id: api.ids['1000'],
      balance: '-3200.01',
      min_balance: '-3200.00',
    },
  ]);
  expect((await good(api.get('/v1/accounting/verify'))).ok).toBe(true);
});

it('an entry of a batch that may not be posted is named: below a min_balance, or by four eyes', async () => {
  const api = await booksOf(server);
  const batch = () =>
    api.post(`${entries}/batch/create`, { entries: [simple('1'), simple('9', posted)] });
  await good(api.patch(`${accounts}/${api.ids['1000']}`, { min_balance: '-8.99' }));
  expect(await refusal(batch())).toEqual([409, 'entries[1]']);
  await good(api.patch('/v1/accounting/settings', { four_eyes: { entries: true } }));
  const { status, body } = await batch();
  expect([status, body.error.param, body.error.details]).toEqual([
    403,
    'entries[1]',
    { reason: 'four_eyes' },
  ]);
});

it('a dry run shows the number that it would get', async () => {
  const api = await booksOf(server);
  const tried = await api.post(`${entries}?dry_run=true`, simple('1', posted));
  expect(tried.body.data.number).toBe('2026-000001');
  expect((await good(api.post(entries, simple('1', posted)))).number).toBe('2026-000001');
});

it('a transaction posts into two years, and its number refers to nothing that was undone', async () => {
  const api = await booksOf(server);
  const requests = ['2026-01-01', '2025-01-01'].map((date, i) => ({
    id: `e${i}`,
    method: 'POST',
    path: entries,
    body: { ...simple('1', posted), date },
  }));
  const backwards = requests.toReversed();
  const both = await Promise.all(
    upTo(10).map((n) => api.post('/v1/transaction', { requests: n % 2 ? requests : backwards })),
  );
  expect(both.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await numbersOf(api)).toEqual(upTo(10).flatMap((n) => [n, n]));
});

it('a posting whose server dies in the middle leaves nothing, and the next one takes its number', async () => {
  const api = await booksOf(server);
  await good(api.post(entries, simple('1', posted)));
  const holder = await server.db.connect();
  await holder.query('begin');
  // It has its number and its lines by the time that it comes to the totals.
  await holder.query('select from app.ledger_balances where tenant_id = $1 for update', [
    api.tenant.id,
  ]);
  const dying = api.post(entries, simple('2', posted));
  await untilBlocked(server.db, holder);
  expect(await killBlocked(server, holder)).toBe(1);
  await holder.query('commit');
  holder.release();
  expect((await dying).status).toBe(503);
  expect(await numbersOf(api)).toEqual([1]);
  expect((await good(api.post(entries, simple('3', posted)))).sequence).toBe(2);
  expect((await good(api.get('/v1/accounting/verify'))).ok).toBe(true);
});

it('numbers follow the format and the start of the settings', async () => {
  const api = await booksOf(server);
  const numbering = (journal_entry: object) =>
    api.patch('/v1/accounting/settings', { numbering: { journal_entry } });
  await good(numbering({ format: 'J{YY}/{SEQ:3}', start: { year: 2026, next: 41 } }));
  expect((await good(api.post(entries, simple('1', posted)))).number).toBe('J26/041');
  expect((await numbering({ start: { year: 2026, next: 90 } })).status).toBe(409);
  for (const format of [
    '{SEQ:3}',
    '{YYYY}',
    '{YYYY}{SEQ:1}{SEQ:1}',
    '{YYYY}{SEQ:13}',
    '{YYYY} {SEQ:3}',
  ])
    expect([format, (await numbering({ format })).status]).toEqual([format, 400]);
});

it('a number is given once, by whatever formats', async () => {
  const api = await booksOf(server);
  const setFormat = (format: string) =>
    good(api.patch('/v1/accounting/settings', { numbering: { journal_entry: { format } } }));
  const post = () => api.post(entries, simple('1', posted));
  await setFormat('{YYYY}-1{SEQ:1}');
  expect((await good(post())).number).toBe('2026-11');
  await setFormat('{YYYY}-{SEQ:1}');
  for (let n = 2; n <= 10; n++) expect((await good(post())).number).toBe(`2026-${n}`);
  const { status, body } = await post();
  expect([status, body.error.code, body.error.details.number]).toEqual([
    ...[409, 'INVALID_STATE', '2026-11'],
  ]);
  await setFormat('{YYYY}-{SEQ:4}');
  expect((await good(post())).number).toBe('2026-0011');
});
