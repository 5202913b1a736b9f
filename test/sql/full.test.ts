import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { tenantUrl } from '../../src/db/urls.ts';
import { createClient, createTenant } from '../support/api.ts';
import { testKey } from '../support/database.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({ LOG_LEVEL: 'error' });

it('a tenant that has all connections of its login in use is told so, and nothing is away', async () => {
  const { tenant, token } = await createTenant(server);
  const ask = ({ url }: { url: string }) =>
    createClient({ url }, token).post('/v1/sql', { sql: 'select 1 as one' });
  expect((await ask(server)).status).toBe(200);
  const another = await server.sibling();
  onTestFinished(() => another.close());
  const connectionString = tenantUrl(
    server.pool.options.connectionString as string,
    tenant.id,
    testKey(),
  );
  const all = Array.from({ length: 7 }, () => new pg.Client({ connectionString }));
  await Promise.all(all.map((client) => client.connect()));
  const { status, body } = await ask(another);
  await Promise.all(all.map((client) => client.end()));
  expect([status, body.error?.code]).toEqual([429, 'CONCURRENCY_LIMITED']);
  expect(another.logLines).toEqual([]);
});
