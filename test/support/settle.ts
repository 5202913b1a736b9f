import type pg from 'pg';
import { inject } from 'vitest';
import { until } from './until.ts';

/**
 * Waits until every transaction that has begun by now has ended, on the whole PostgreSQL server, or on every node of a
 * cluster: until then readers of the journal may have to wait for one of another test.
 */
export async function settle(db: pg.Pool): Promise<void> {
  const next = await onEachNode(db, 'select pg_snapshot_xmax(pg_current_snapshot())::text');
  await until(
    async () => {
      const oldest = await onEachNode(db, 'select pg_snapshot_xmin(pg_current_snapshot())::text');
      return oldest.every((xid, node) => BigInt(xid) >= BigInt(next[node] ?? ''));
    },
    (isSettled) => isSettled,
  );
}

/** The answer of a query on every node, always in the same order. */
async function onEachNode(db: pg.Pool, query: string): Promise<string[]> {
  const { rows } = await db.query<{ answer: string }>(
    inject('server').isCluster
      ? {
          text: 'select result as answer from run_command_on_all_nodes($1) order by nodeid',
          values: [query],
        }
      : `select (${query}) as answer`,
  );
  return rows.map(({ answer }) => answer);
}
