import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { type Client, createClient, createTenant, type TenantClient } from '../support/api.ts';
import { type Relay, startRelay } from '../support/relay.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

let relay: Relay;
let server: TestServer;
let api: TenantClient;
let anybody: Client;
beforeAll(async () => {
  relay = await startRelay();
  const pool = { connectionTimeoutMillis: 1000 };
  server = await startTestServer({ LOG_LEVEL: 'error', DB_POOL_SIZE: '4' }, { relay, pool });
  api = await createTenant(server);
  anybody = createClient(server);
  await server.db.query(`create or replace function api.key_create(tenant text, args jsonb)
    returns json language plpgsql volatile as $$ begin perform pg_sleep(60); return '[]'; end $$`);
});
afterAll(async () => {
  await server.close();
  await relay.close();
});
beforeEach(async () => {
  await relay.restore();
  await until(
    () => api.get('/v1/object-types'),
    ({ status }) => status === 200,
  );
  server.logLines.length = 0;
});

const types = '/v1/object-types';

/** Asks as insula_api, who may look at its own connections, and end them. */
async function ask(sql: string): Promise<number> {
  const { connectionString = '' } = server.pool.options;
  return withClient(connectionString, 'test', async (client) => {
    const { rows } = await client.query(
      `select count(${sql})::int as count from pg_stat_activity
        where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
    );
    return rows[0].count;
  });
}
async function terminateAll(): Promise<void> {
  await ask('pg_terminate_backend(pid)');
  await until(
    async () => server.pool.totalCount,
    (open) => open === 0,
  );
}
const countAsleep = () => ask(`case when wait_event = 'PgSleep' then 1 end`);

async function expectAway(): Promise<void> {
  const { status, headers, body } = await api.get(types);
  expect([status, body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(headers.get('retry-after')).toBe('1');
  expect(body.error.retry_after).toBe(1);
  expect(JSON.stringify(body)).not.toMatch(/ECONN|127\.0\.0\.1|postgres|pg|insula_api/i);
  const ready = await anybody.get('/ready');
  expect([ready.status, ready.body]).toMatchObject([
    503,
    { success: false, data: { status: 'unavailable', checks: { database: 'unavailable' } } },
  ]);
  expect(ready.headers.get('retry-after')).toBe('1');
  expect((await anybody.get('/health')).status).toBe(200);
  expect((await anybody.get('/docs')).status).toBe(200);
  const landing = await anybody.get('/');
  expect([landing.status, landing.body]).toEqual([
    200,
    expect.stringContaining('database is unreachable'),
  ]);
}

async function expectBack(): Promise<void> {
  await until(
    () => anybody.get('/ready'),
    ({ status }) => status === 200,
  );
  expect((await api.get(types)).status).toBe(200);
  expect((await anybody.get('/')).body).toContain('Healthy');
}

describe('a database that', () => {
  it('is unreachable answers 503, and 200 when it is back', async () => {
    await relay.cut();
    await expectAway();
    await relay.restore();
    await expectBack();
  });

  it('hangs answers 503, and 200 when it is back', async () => {
    await terminateAll(); // the next connection is made with this timeout
    Object.assign(server.pool.options, { query_timeout: 300 });
    expect((await api.get(types)).status).toBe(200);
    relay.silence();
    await expectAway();
    Object.assign(server.pool.options, { query_timeout: 20_000 });
    await relay.restore();
    await expectBack();
  });

  it('ends idle connections is not noticed', async () => {
    await Promise.all(Array.from({ length: 4 }, () => api.get(types)));
    await terminateAll();
    expect((await api.get(types)).status).toBe(200);
  });

  it('ends active connections makes their requests 503', async () => {
    const sleeping = Array.from({ length: 3 }, () => api.post('/v1/keys', { scopes: ['read'] }));
    await until(countAsleep, (count) => count === 3);
    await terminateAll();
    for (const answer of await Promise.all(sleeping))
      expect([answer.status, answer.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await expectBack();
  });

  it('has no free connection makes the next request wait, then 503', async () => {
    const clients = await Promise.all([1, 2, 3, 4].map(() => server.pool.connect()));
    const { status, body } = await api.get(types);
    expect([status, body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    for (const client of clients) client.release();
    expect((await api.get(types)).status).toBe(200);
  });

  it('is unreachable is logged once, with its cause and the first request', async () => {
    const fresh = await server.sibling({}, { relay });
    const path = fresh.url + types;
    const ask = async () => {
      const answer = await fetch(path, { headers: { authorization: `Bearer ${api.token}` } });
      return (await answer.json()) as { success: boolean; request_id: string };
    };
    expect((await ask()).success).toBe(true);
    await relay.cut();
    const { request_id } = await ask();
    await ask();
    const entries = fresh.logLines.map((line) => JSON.parse(line));
    await relay.restore();
    await fresh.close();
    expect(entries.filter(({ level }) => level >= 40)).toEqual([
      expect.objectContaining({
        msg: 'the database is away: failures are counted until it is back',
        request_id,
        operation: 'object_type.list',
        reason: expect.stringMatching(/ECONNREFUSED|terminated/),
      }),
    ]);
  });
});
