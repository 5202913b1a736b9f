import type pg from 'pg';
import { inject } from 'vitest';
import { until } from './until.ts';

/** The sessions that wait for a connection: in a cluster also on another node, where a lock of its lies. */
const ways = {
  one: {
    me: 'select pg_backend_pid() as id',
    waiting: 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
  },
  many: {
    me: 'select citus_backend_gpid() as id',
    waiting: 'select from citus_lock_waits where blocking_gpid = $1',
  },
};

/** Waits until another session waits for a lock that `holder` has. */
export const untilBlocked = (db: pg.Pool, holder: pg.ClientBase): Promise<void> =>
  untilWaiting(db, holder, (count) => count > 0);

/** Waits until no session does any more. */
export const untilNoneBlocked = (db: pg.Pool, holder: pg.ClientBase): Promise<void> =>
  untilWaiting(db, holder, (count) => count === 0);

/** Waits until a session waits for one that waits for a lock that `holder` has. */
export async function untilBlockedBehind(db: pg.Pool, holder: pg.ClientBase): Promise<void> {
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  const behind = `select from pg_stat_activity a where exists (
    select 1 from unnest(pg_blocking_pids(a.pid)) b(pid) where $1 = any (pg_blocking_pids(b.pid)))`;
  await until(
    async () => (await db.query(behind, [rows[0]?.pid])).rows.length,
    (waiting) => waiting > 0,
  );
}

async function untilWaiting(
  db: pg.Pool,
  holder: pg.ClientBase,
  isWanted: (count: number) => boolean,
): Promise<void> {
  const { me, waiting } = inject('server').isCluster ? ways.many : ways.one;
  const { rows } = await holder.query<{ id: number }>(me);
  await until(async () => (await db.query(waiting, [rows[0]?.id])).rows.length, isWanted);
}
