import type pg from 'pg';
import { withClient } from '../../src/db/client.ts';
import { databaseUrls } from '../../src/db/urls.ts';
import type { TestServer } from './server.ts';

/** Asks the database what the worker asks it, as the worker's role. */
export function asWorker(
  { config }: TestServer,
  sql: string,
  values: unknown[],
): Promise<pg.QueryResult> {
  const { worker } = databaseUrls(config.databaseUrl as string, config.encryptionKey);
  return withClient(worker, 'test support', (client) => client.query(sql, values));
}
