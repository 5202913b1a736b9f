import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { findWay } from '../../src/db/pooler.ts';
import { withOptions } from '../../src/db/urls.ts';
import { define } from '../functions/support.ts';
import { createClient } from '../support/api.ts';
import { createTestDatabase, type TestDatabase, testKey } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type Pgbouncer, type PoolMode, startPgbouncer } from '../support/pgbouncer.ts';
import { insula } from '../support/process.ts';
import { until } from '../support/until.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** All that Insula sends. */
const ours =
  'options, statement_timeout, idle_in_transaction_session_timeout, client_connection_check_interval';

const run = async (args: string[], url: string) => {
  const command = insula(args, {
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: url,
    ENCRYPTION_KEY: testKey().toString('base64'),
    PORT: '0',
  });
  return { code: await command.exit(), output: command.output() };
};

const sentence =
  /DATABASE_URL leads through a connection pooler in transaction or statement mode[^.\n]*pool_mode = session[^.\n]*PostgreSQL itself\./;

describe.each<[PoolMode, string]>([
  ['transaction', ''],
  ['transaction', ours],
])('PgBouncer in %s mode that ignores "%s"', (mode, ignored) => {
  let pooler: Pgbouncer;
  beforeAll(async () => {
    pooler = await startPgbouncer(database.url, mode, ignored);
  });
  afterAll(() => pooler.stop());

  it.each([
    ['the API', ['start', '--api-only']],
    ['the worker', ['start', '--worker-only']],
    ['migrate up', ['migrate', 'up']],
  ])('is refused by %s in one sentence that names the way', async (_who, args) => {
    const { code, output } = await run(args, pooler.to(database.url));
    expect(output).toMatch(sentence);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
  });

  it('is refused by an API that has the address of insula_api', async () => {
    const { code, output } = await run(['start', '--api-only'], pooler.to(database.apiUrl));
    expect(output).toMatch(sentence);
    expect(code).toBe(1);
  });

  it('is named by doctor', async () => {
    const { code, output } = await run(['doctor'], pooler.to(database.url));
    expect(output).toMatch(sentence);
    expect(code).toBe(1);
  });
});

describe('the look at what lies between', () => {
  it.each<[PoolMode, string[]]>([
    ['statement', []],
    ['transaction', ['server_round_robin = 1']],
    ['transaction', ['default_pool_size = 1']],
    ['transaction', ['server_reset_query_always = 1']],
  ])('finds shared sessions in %s mode with %j', async (mode, more) => {
    const pooler = await startPgbouncer(database.url, mode, ours, more);
    await expect(findWay(pooler.to(database.apiUrl))).rejects.toThrow(sentence);
    await pooler.stop();
  });

  it('finds nothing before PostgreSQL itself', async () => {
    const url = `${database.url}?options=-c%20work_mem%3D5MB`;
    expect(await findWay(url)).toEqual({ url, isPooled: false });
  });

  it.each([
    ['refuses', ''],
    ['drops', ours],
  ])(
    'lets session mode pass that %s settings, even with one connection',
    async (_does, ignored) => {
      const pooler = await startPgbouncer(database.url, 'session', ignored, [
        'default_pool_size = 1',
      ]);
      const way = await findWay(pooler.to(database.apiUrl));
      expect(way.isPooled).toBe(true);
      const url = withOptions(way.url, { role: 'insula_tenant', statement_timeout: 7000 });
      const { rows } = await withClient(url, 'test', (client) =>
        client.query(`select current_user as role, current_setting('statement_timeout') as time`),
      );
      expect(rows).toEqual([{ role: 'insula_tenant', time: '7s' }]);
      await pooler.stop();
    },
  );
});

describe('PgBouncer in session mode', () => {
  it.each<[string, string, 'template' | 'empty']>([
    ['refuses', '', 'template'],
    ['drops', ours, 'empty'],
  ])('serves API and worker when it %s settings', async (_does, ignored, from) => {
    const own = await createTestDatabase(from);
    const pooler = await startPgbouncer(own.url, 'session', ignored);
    const dataDir = await temporaryFolder();
    const server = insula(['start'], {
      DATA_DIR: dataDir,
      DATABASE_URL: pooler.to(own.url),
      ENCRYPTION_KEY: testKey().toString('base64'),
      PORT: '0',
      LOG_LEVEL: 'warn',
    });
    const [, url = ''] = await server.printed(/API +(http:\S+)\n/);
    await server.printed(/first-key/);
    const token = (await readFile(join(dataDir, 'first-key'), 'utf8')).trim();
    const api = createClient({ url }, token);

    const email = 'ada@example.com';
    const tenant_id = (await api.get('/v1/tenants/current')).body.data.id;
    const signedUp = await api
      .as(undefined)
      .post('/v1/auth/signup', { email, password: 'correct horse', tenant_id });
    expect(signedUp.status).toBe(201);
    await api.post('/v1/object-types', { name: 'things' });
    const { body: made } = await api.post('/v1/objects/things', { properties: { name: 'a' } });
    const written = '/v1/changes?types=object.created';
    const seen = await until(
      async () => (await api.get(written)).body.data.results,
      (results) => results.length > 0,
    );
    expect(seen).toMatchObject([{ data: { id: made.data.id } }]);
    const path = await define(api, 'export default () => 42;');
    const ran = await api.post(`${path}/execute`, { async: true });
    expect(ran.status).toBe(202);
    // The worker has done it.
    await until(
      async () => (await api.get(`${path}/logs`)).body.data.logs,
      ([first]) => first?.status === 'succeeded',
    );

    // As the settings of its connections say.
    const { rows } = await own.db.query(
      `select distinct tableowner from pg_tables where schemaname in ('app', 'graphile_worker')`,
    );
    expect(rows).toEqual([{ tableowner: 'insula_owner' }]);
    const looked = await run(['doctor'], pooler.to(own.url));
    expect(looked.output).toContain('way to PostgreSQL: through a pooler in session mode');
    expect(looked.output).toContain('worker: heard from');
    server.child.kill('SIGTERM');
    expect(await server.exit()).toBe(0);
    await pooler.stop();
    await own.drop();
  });
});
