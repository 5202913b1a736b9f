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

/** Rows and entries of indexes that a look at all has read, and what it answers. */
async function look(): Promise<{
  read: number;
  answer: { kinds: string[]; rest_ms: number | null };
}> {
  const read = `select sum(pg_catalog.pg_stat_get_xact_tuples_returned(c.oid))::int as read from pg_catalog.pg_class c
    where c.relnamespace = 'app'::pg_catalog.regnamespace and c.relkind in ('r', 'i')`;
  const { db } = database;
  await db.query('begin');
  try {
    const { rows: before } = await db.query(read);
    const { rows } = await db.query('select worker.work_look(1000) as answer');
    const { rows: after } = await db.query(read);
    return { read: after[0].read - before[0].read, answer: rows[0].answer };
  } finally {
    await db.query('rollback');
  }
}

it('a look reads nothing of all that is due later, and says how soon the next is', async () => {
  await database.db.query(
    `insert into app.messages (tenant_id, id, channel, recipient, template, subject, variables, status, due_at, created_at)
     select 'ten_a', 'msg_' || n, 'email', 'ada@example.com', 'message', '', '{}', 'queued', now() + interval '1 hour', now()
     from generate_series(1, 5000) n`,
  );
  await add('webhook', 5_000, `now() + interval '1 hour'`);
  await database.db.query(
    `insert into app.schedules (tenant_id, kind, subject_id, run_at, next_run_at)
     select 'ten_a', 'job', 'job_' || n, now(), now() + interval '1 hour' from generate_series(1, 5000) n`,
  );
  await database.db.query('analyze app.work, app.messages, app.schedules');
  // Later with a plan that is kept for any moment.
  for (let n = 0; n < 6; n++) await look();
  const idle = await look();
  expect(idle.answer).toMatchObject({ kinds: [], rest_ms: null });
  expect(idle.read).toBeLessThan(100);
  await add('function', 1, `now() + interval '4 seconds'`);
  const soon = await look();
  expect(soon.answer.kinds).toEqual([]);
  expect(soon.answer.rest_ms).toBeGreaterThan(0);
  expect(soon.answer.rest_ms).toBeLessThanOrEqual(4_000);
  expect(soon.read).toBeLessThan(100);
});
