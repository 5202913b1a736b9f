import pg from 'pg';
import { withAnyPassword } from './passwords.ts';
import { addressed } from './session.ts';

/** PostgreSQL cannot be used as it is. The message explains what to do. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/**
 * One connection for as long as `work` takes. A connection that breaks fails the query under way and never the
 * process: without a listener, its error event would.
 * @param purpose shown in pg_stat_activity, after "insula "
 */
export async function withClient<T>(
  connectionString: string,
  purpose: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await withAnyPassword(connectionString, (url) =>
    connected(url, { application_name: `insula ${purpose}`, connectionTimeoutMillis: 15_000 }),
  );
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A connection of its own. One that breaks fails the query under way: without a listener, its error event would end the process. */
export async function connected(url: string, config: pg.ClientConfig): Promise<pg.Client> {
  const { onConnect, ...address } = addressed(url);
  const client = new pg.Client({ ...config, ...address });
  client.on('error', () => {});
  try {
    await client.connect();
    await onConnect?.(client);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

/**
 * Tells whether a connection there works.
 * @param work done over it, if it does
 * @throws what went wrong, when it is something other than the user, the password or the database
 */
export async function canConnect(
  connectionString: string,
  work: (client: pg.Client) => Promise<void> = async () => {},
): Promise<boolean> {
  try {
    await withClient(connectionString, 'login check', work);
    return true;
  } catch (error) {
    // invalid authorization, invalid password, no such database
    if (['28000', '28P01', '3D000'].includes((error as pg.DatabaseError).code ?? '')) return false;
    throw error;
  }
}

/** Whether a connection can be made and answers. @throws what is in the way */
export async function ping(connectionString: string): Promise<void> {
  await withClient(connectionString, 'ping', (client) => client.query('select 1'));
}
