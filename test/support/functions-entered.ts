import { withClient } from '../../src/db/client.ts';
import { databaseUrls } from '../../src/db/urls.ts';
import { addressAt } from './at-tenant.ts';
import type { TestServer } from './server.ts';

/** The functions that PostgreSQL enters for a public call, with how often: `app.auth_send 1`. Nothing is kept. */
export async function functionsEntered(
  server: TestServer,
  tenant: string,
  operation: string,
  args: object,
): Promise<string[]> {
  const { databaseUrl, encryptionKey } = server.config;
  const { api } = databaseUrls(databaseUrl as string, encryptionKey);
  const credential = { public: true, scope: 'public', request_id: 'req_test', ip: '192.0.2.1' };
  const there = await addressAt(server.db, tenant, api);
  return withClient(there, 'test support', async (client) => {
    await client.query('begin');
    await client.query('select gateway.call($1, $2, $3, $4)', [
      tenant,
      credential,
      operation,
      args,
    ]);
    const { rows } = await client.query<{ entry: string }>(
      `select schemaname || '.' || funcname || ' ' || calls as entry
       from pg_stat_xact_user_functions order by 1`,
    );
    await client.query('rollback');
    return rows.map(({ entry }) => entry);
  });
}
