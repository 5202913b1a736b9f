import type pg from 'pg';
import { until } from './until.ts';

/**
 * Waits until every transaction that has begun by now has ended, on the whole PostgreSQL server: until then readers of
 * the journal may have to wait for one of another test.
 */
export async function settle(db: pg.Pool): Promise<void> {
  const { rows } = await db.query(`select pg_snapshot_xmax(pg_current_snapshot())::text as next`);
  await until(
    async () => {
      const { rows: now } = await db.query(
        `select pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8 as "isSettled"`,
        [rows[0].next],
      );
      return now[0].isSettled;
    },
    (isSettled) => isSettled,
  );
}
