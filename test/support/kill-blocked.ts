import type pg from 'pg';
import { inject } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { databaseUrls } from '../../src/db/urls.ts';
import type { TestServer } from './server.ts';
import { until } from './until.ts';

/** On a cluster the one who waits may be at another node, where only a superuser ends it. */
const ways = {
  one: {
    me: 'select pg_backend_pid() as id',
    end: 'select pg_terminate_backend(pid) from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
  },
  many: {
    me: 'select citus_backend_gpid() as id',
    end: 'select pg_terminate_backend(waiting_gpid) from citus_lock_waits where blocking_gpid = $1',
  },
};

/**
 * Ends the connection that waits for `holder`, once one does, as a crash of its server process would.
 * @param role whose it is
 * @returns how many there were
 */
export async function killBlocked(
  server: TestServer,
  holder: pg.ClientBase,
  role: 'api' | 'worker' = 'api',
): Promise<number> {
  const { databaseUrl, encryptionKey } = server.config;
  const url = databaseUrl as string;
  const { isCluster } = inject('server');
  const { me, end } = isCluster ? ways.many : ways.one;
  const { rows } = await holder.query<{ id: number }>(me);
  const who = isCluster ? url : databaseUrls(url, encryptionKey)[role];
  // A company that is held up is undone after a second, and its calls wait again, each by itself: for a moment none does.
  return withClient(who, 'test support', (client) =>
    until(
      async () => (await client.query(end, [rows[0]?.id])).rows.length,
      (count) => count > 0,
    ),
  );
}
