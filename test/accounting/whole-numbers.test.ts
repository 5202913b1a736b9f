import { beforeAll, expect, it } from 'vitest';
import { good } from '../support/answers.ts';
import { useServer } from '../support/use-server.ts';
import { type Books, booksOf, entries } from './support.ts';

const server = useServer();
let api: Books;
beforeAll(async () => {
  api = await booksOf(server);
});
/** Sends JSON as it is written here. @returns the status, and the field at fault */
async function sent(path: string, body: string) {
  const headers = { 'content-type': 'application/json' };
  const answer = await api.send('POST', path, { body, headers });
  return [answer.status, answer.body.error?.param];
}
const entry = (amount: string, more = '') =>
  `{"date": "2026-03-01", "lines": [{"account_id": "6100", "debit": 1}, {"account_id": "1000", "credit": ${amount}}]${more}}`;
const wrong = ['1.0', '1e2', '1E2', '1.50e1', '-0', '0.0', '1.5', '1e-1'];

it.each(wrong)('%s is no amount, however whole it is', async (amount) => {
  expect(await sent(entries, entry(amount))).toEqual([400, 'lines[1].credit']);
  expect(
    await sent(`${entries}/batch/create`, `{"entries": [${entry('1')}, ${entry(amount)}]}`),
  ).toEqual([400, 'entries[1].lines[1].credit']);
});

it.each(['1.0', '1e2', '-0'])(
  '%s is none in a request of a transaction, nor in a large body',
  async (amount) => {
    const step = (body: string) => `{"method": "POST", "path": "${entries}", "body": ${body}}`;
    const other =
      '{"method": "POST", "path": "/v1/events", "body": {"event_type": "x", "data": {"n": 1.0}}}';
    const all = (...steps: string[]) => `{"requests": [${steps.join(', ')}]}`;
    expect(await sent('/v1/transaction', all(other, step(entry(amount))))).toEqual([
      400,
      'requests[1].body.lines[1].credit',
    ]);
    expect(await sent('/v1/transaction', all(other, step(entry('1'))))).toEqual([200, undefined]);
    // Read in a thread.
    const memo = 'x'.repeat(9_000);
    const long = Array<string>(30).fill(entry('1', `, "metadata": {"memo": "${memo}"}`));
    const last = entry(amount);
    expect(
      await sent(`${entries}/batch/create`, `{"entries": [${[...long, last].join(', ')}]}`),
    ).toEqual([400, 'entries[30].lines[1].credit']);
    expect(await sent('/v1/transaction', all(...[...long, last].map(step)))).toEqual([
      400,
      'requests[30].body.lines[1].credit',
    ]);
  },
);

it('digits, texts and whatever stands in metadata are taken', async () => {
  for (const amount of ['1', '"1.00"', '1000000'])
    expect(await sent(entries, entry(amount))).toEqual([201, undefined]);
  const { metadata } = await good(
    api.send('POST', entries, {
      body: entry(
        '1',
        ', "description": "1e2 of 1.0", "metadata": {"ratio": 1.0, "all": [1e2, -0]}',
      ),
      headers: { 'content-type': 'application/json' },
    }),
  );
  expect(metadata).toEqual({ ratio: 1, all: [100, 0] });
});
