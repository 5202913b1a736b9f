import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { comparableTransaction, compare } from '../../src/backup/compare.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';

let [original, copy] = [] as unknown as [TestDatabase, TestDatabase];
beforeAll(async () => {
  [original, copy] = [await createTestDatabase(), await createTestDatabase()];
});
afterAll(async () => {
  await original.drop();
  await copy.drop();
});

const ids = ['drl_1', 'drl_2', 'drl_3', 'drl_4', 'drl_5', 'drl_6'];

/** Other files of tests write on the same server: what they have begun holds the comparison back. */
async function settled(): Promise<void> {
  const last = await original.db.query('select pg_current_xact_id()::text as x');
  await until(
    async () =>
      (await original.db.query(
        'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as is_past',
        [last.rows[0].x],
      )) as pg.QueryResult,
    ({ rows }) => rows[0].is_past,
  );
}

/** The rows of both at this moment; `meanwhile` is done before they are compared. */
async function compared(share: number, meanwhile: () => Promise<unknown> = async () => {}) {
  await settled();
  const [then, now, restored] = [original, original, copy].map(({ db }) => db);
  const sides = await Promise.all([then, now, restored].map((pool) => (pool as pg.Pool).connect()));
  const [live, later, other] = sides as [pg.PoolClient, pg.PoolClient, pg.PoolClient];
  try {
    await live.query(comparableTransaction);
    const { rows } = await live.query('select pg_snapshot_xmin(pg_current_snapshot())::text as x');
    await meanwhile();
    for (const client of [later, other]) await client.query(comparableTransaction);
    const both = { live, now: later, restored: other, before: rows[0].x };
    return await compare(both, share);
  } finally {
    for (const client of sides) {
      await client.query('rollback');
      client.release();
    }
  }
}

it.each([200_000, 2])('a copy is compared row by row, %s at a time', async (share) => {
  for (const { db } of [original, copy]) {
    await db.query('delete from app.drills; delete from app.tenants');
    await db.query(
      `insert into app.drills (id, started_at, ok, result)
       select unnest($1::text[]), '2026-01-01Z', true, '{}'`,
      [ids],
    );
    await db.query(
      `insert into app.tenants (tenant_id, name, slug, created_at, updated_at)
       select id, 'A', replace(id, '_', '-'), '2026-01-01Z', '2026-01-01Z' from unnest($1::text[]) id`,
      [['ten_a', 'ten_b']],
    );
  }
  const same = await compared(share);
  expect(same).toMatchObject({ changed: 0, mismatches: [] });
  expect(same.rows).toBeGreaterThan(ids.length);

  // Changes of the original meanwhile are no fault of the copy.
  const changing = () =>
    original.db.query(`delete from app.drills where id = 'drl_1';
      update app.drills set ok = false where id = 'drl_2'`);
  const other = () =>
    copy.db.query(`delete from app.drills where id = 'drl_1';
      update app.drills set ok = false where id = 'drl_2'`);
  const meanwhile = async () => {
    await changing();
    await other();
  };
  expect(await compared(share, meanwhile)).toMatchObject({ changed: 2, mismatches: [] });

  await copy.db.query(`update app.drills set ok = false where id = 'drl_3';
    delete from app.drills where id = 'drl_4';
    delete from app.tenants where tenant_id = 'ten_a'`);
  await original.db.query(`delete from app.drills where id = 'drl_5'`);
  expect((await compared(share)).mismatches).toEqual([
    { tenant_id: null, table: 'drills', missing: 2, unexpected: 2 },
    { tenant_id: 'ten_a', table: 'tenants', missing: 1, unexpected: 0 },
  ]);
});
