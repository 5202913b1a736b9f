import type pg from 'pg';
import { until } from './until.ts';

/** Waits until some other statement waits for a lock that `holder` has. */
export async function untilBlocked(db: pg.Pool, holder: pg.PoolClient): Promise<void> {
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  await until(
    async () => {
      const blocked = await db.query(
        'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
        [rows[0]?.pid],
      );
      return blocked.rows.length;
    },
    (count) => count > 0,
  );
}
