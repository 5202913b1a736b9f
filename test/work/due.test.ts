import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { seedTenants } from '../support/become.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await seedTenants(database.db);
});
afterAll(() => database.drop());
beforeEach(() => database.db.query('delete from app.work; delete from app.messages'));

const add = (kind: string, count: number, due = 'now()') =>
  database.db.query(
    `select app.work_add('ten_a', $1, $1 || i, ${due}, null) from generate_series(1, $2) i`,
    [kind, count],
  );
const due = async (limit: number) => {
  const { rows } = await database.db.query('select worker.work_due($1) as answer', [limit]);
  return rows[0].answer;
};

it('the look for all queues names each kind that has something due, and no other', async () => {
  await add('job', 3);
  await add('webhook', 1);
  await add('function', 1, `now() + interval '1 hour'`);
  expect(await due(100)).toEqual({ kinds: ['job', 'webhook'], is_more: false });
});

it('the look at all queues reports when it has not seen all', async () => {
  await add('job', 5);
  expect(await due(5)).toEqual({ kinds: ['job'], is_more: true });
});
