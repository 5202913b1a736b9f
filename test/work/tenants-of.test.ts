import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query(`
    insert into app.tenants (tenant_id, name, slug)
    select t, t, replace(t, '_', '-') from (
      select 'ten_' || n from generate_series(1, 20) n union all select unnest('{ten_a,ten_b,ten_c}'::text[])) t(t)`);
});
afterAll(() => database.drop());

const tenantsOf = async (table: string): Promise<string[]> => {
  const { rows } = await database.db.query('select t from worker.tenants_of($1) t', [table]);
  return rows.map(({ t }) => t);
};

it('the tenants of a table are each named once, in order, and none when it is empty', async () => {
  expect(await tenantsOf('app.causation_budgets')).toEqual([]);
  await database.db.query(`
    insert into app.causation_budgets (tenant_id, root)
    select t, gen_random_uuid() from unnest('{ten_c,ten_a,ten_b,ten_a,ten_c,ten_a}'::text[]) t`);
  expect(await tenantsOf('app.causation_budgets')).toEqual(['ten_a', 'ten_b', 'ten_c']);
});

it('records with an expiry go in every tenant that has some, and stay until then', async () => {
  const { db } = database;
  const ages = ['1 day 1 minute', '23 hours'];
  for (const [n, age] of ages.entries())
    await db.query(
      `insert into app.idempotency_keys (tenant_id, principal, key, request_hash, created_at)
       select 'ten_' || t, 'key', $1, '', now() - $2::interval from generate_series(1, 20) t`,
      [`k${n}`, age],
    );
  await db.query('select worker.housekeeping()');
  const { rows } = await db.query(
    'select key, count(*)::int as tenants from app.idempotency_keys group by key',
  );
  expect(rows).toEqual([{ key: 'k1', tenants: 20 }]);
});
