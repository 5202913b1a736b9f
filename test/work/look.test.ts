import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { seedTenants } from '../support/become.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await seedTenants(database.db);
});
afterAll(() => database.drop());
beforeEach(() =>
  database.db.query(
    'delete from app.work; delete from app.messages; delete from app.schedules; update app.journal set pending = false where pending',
  ),
);

const look = async () => {
  const { rows } = await database.db.query('select worker.work_look(100) as answer');
  return rows[0].answer;
};
const schedule = (at: string) =>
  database.db.query(
    `insert into app.schedules (tenant_id, kind, subject_id, run_at, next_run_at)
     values ('ten_a', 'job', 'job_a', ${at}, ${at})`,
  );
const write = () =>
  database.db.query(
    `insert into app.journal (tenant_id, xid, id, type, actor, resource_type, resource_id, pending)
     values ('ten_a', '10', 'evt_a', 'object.created', '{}', 'object', 'obj_a', true)`,
  );

it('the look names a row of the journal that is pending', async () => {
  await write();
  expect(await look()).toMatchObject({ kinds: ['journal'], rest_ms: null });
});

it('the look names a schedule that is due, beside queues', async () => {
  await schedule(`now() - interval '1 second'`);
  await database.db.query(`select app.work_add('ten_a', 'job', 'j1', now(), null)`);
  expect(await look()).toMatchObject({ kinds: ['job', 'schedule'], rest_ms: null });
});

it('the look tells how long until the next schedule, up to its own next time', async () => {
  await schedule(`now() + interval '1 hour'`);
  expect(await look()).toMatchObject({ kinds: [], rest_ms: null });
  await database.db.query('delete from app.schedules');
  await schedule(`now() + interval '4 seconds'`);
  const { kinds, rest_ms } = await look();
  expect(kinds).toEqual([]);
  expect(rest_ms).toBeGreaterThan(0);
  expect(rest_ms).toBeLessThanOrEqual(4_000);
});
