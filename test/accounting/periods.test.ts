import { expect, it } from 'vitest';
import { good, refusal } from '../support/answers.ts';
import { useServer } from '../support/use-server.ts';
import { accounts, booksOf, entries, posted, simple } from './support.ts';

const server = useServer();
const periods = '/v1/accounting/periods';
const settings = '/v1/accounting/settings';

it('periods close in order, refuse postings, and reopen from the end', async () => {
  const own = await booksOf(server);
  const create = (name: string, from: string, to: string) => own.post(periods, { name, from, to });
  const first = await good(create('Q1', '2026-01-01', '2026-03-31'));
  const last = await good(create('Q4', '2026-10-01', '2026-12-31'));
  expect([first.is_year_end, last.is_year_end, last.fiscal_year]).toEqual([false, true, 2026]);
  expect((await create('x', '2026-03-31', '2026-04-01')).body.error.details).toEqual({
    id: first.id,
  });
  expect(await refusal(create('x', '2025-12-01', '2026-01-01'))).toEqual([400, 'to']);
  const close = (id: string, body: object = {}) => own.post(`${periods}/${id}/close`, body);
  expect((await close(last.id)).body.error.details).toEqual({ period_id: first.id });
  await good(own.post(entries, simple()));
  expect((await close(first.id)).body.error.details).toEqual({
    drafts: 1,
    dependencies: [{ type: 'journal_entry', count: 1, label: '1 journal entry' }],
  });
  expect(await good(close(first.id, { force: true }))).toMatchObject({ status: 'closed' });
  expect(await refusal(close(first.id))).toEqual([409, 'INVALID_STATE']);
  const late = await own.post(entries, { ...simple('1', posted), date: '2025-06-01' });
  expect([late.status, late.body.error.code, late.body.error.details]).toEqual([
    409,
    'PERIOD_CLOSED',
    { date: '2025-06-01', closed_through: '2026-03-31', period_id: first.id },
  ]);
  expect((await good(own.get(settings))).closed_through).toBe('2026-03-31');
  await good(close(last.id));
  const reopen = (id: string) => own.post(`${periods}/${id}/reopen`, { reason: 'late' });
  expect(await refusal(reopen(first.id))).toEqual([409, 'INVALID_STATE']);
  await good(reopen(last.id));
  expect((await good(own.get(settings))).closed_through).toBe('2026-03-31');
  await good(reopen(first.id));
  expect((await own.post(entries, simple('1', posted))).status).toBe(201);
});

it('periods are renamed and, while they are open, deleted', async () => {
  const own = await booksOf(server);
  const body = { name: 'Q2', from: '2026-04-01', to: '2026-06-30' };
  const path = `${periods}/${(await good(own.post(periods, body))).id}`;
  expect(await good(own.patch(path, { name: 'Spring' }))).toMatchObject({
    ...body,
    name: 'Spring',
  });
  expect(await good(own.get(periods))).toEqual([await good(own.get(path))]);
  await good(own.post(`${path}/close`, {}));
  expect(await refusal(own.delete(path))).toEqual([409, 'INVALID_STATE']);
  await good(own.post(`${path}/reopen`, { reason: 'late' }));
  expect((await good(own.delete(path))).deleted).toBe(true);
  expect((await own.get(path)).status).toBe(404);
});

it('a close and postings that race: each is in the figures of the period, or refused', async () => {
  const own = await booksOf(server);
  const { id } = await good(
    own.post(periods, { name: 'March', from: '2026-03-01', to: '2026-03-31' }),
  );
  const balance = async () =>
    (await good(own.get(`${accounts}/${own.ids['6100']}/balance?at=2026-03-31`))).balance;
  const posts = Array.from({ length: 20 }, () => own.post(entries, simple('1', posted)));
  const closed = await own.post(`${periods}/${id}/close`, {});
  const figure = await balance();
  const made = (await Promise.all(posts)).map(({ status }) => status);
  expect(closed.status).toBe(200);
  expect(new Set(made.filter((status) => status !== 201))).toEqual(
    new Set(made.includes(409) ? [409] : []),
  );
  expect(await balance()).toBe(figure);
  expect(figure).toBe(`${made.filter((status) => status === 201).length}.00`);
});
