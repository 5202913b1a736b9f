import pg from 'pg';
import { databaseUrls } from '../../src/db/urls.ts';
import type { TestServer } from './server.ts';

/**
 * Ends the connection that is waiting for `holder`, as a crash of its server process would.
 * @param role whose it is
 * @returns how many there were
 */
export async function killBlocked(
  server: TestServer,
  holder: pg.PoolClient,
  role: 'api' | 'worker' = 'api',
): Promise<number> {
  const { databaseUrl, encryptionKey } = server.config;
  const client = new pg.Client(databaseUrls(databaseUrl as string, encryptionKey)[role]);
  await client.connect();
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  const killed = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where $1 = any (pg_blocking_pids(pid))`,
    [rows[0]?.pid],
  );
  await client.end();
  return killed.rows.length;
}
