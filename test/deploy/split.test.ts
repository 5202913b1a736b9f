import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../support/api.ts';
import { runCli } from '../support/cli.ts';
import { createTestDatabase, type TestDatabase, testKey } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('empty');
});
afterAll(() => database.drop());

/** Processes as docker-compose.yml runs them: one migrates as the owner, the others know only insula_api. */
describe('several processes on one database', () => {
  const platformKey = 'insp_shared_by_all';
  const shared = () => ({
    ENCRYPTION_KEY: testKey().toString('base64'),
    PLATFORM_ADMIN_KEY: platformKey,
  });
  /** The address without a password: ENCRYPTION_KEY gives it. */
  const asApi = () => {
    const url = new URL(database.url);
    url.username = 'insula_api';
    url.password = '';
    return url.href;
  };
  const start = async (...options: string[]) => {
    const env = { DATABASE_URL: asApi(), DATA_DIR: await temporaryFolder(), PORT: '0' };
    return insula(['start', ...options], { ...shared(), ...env });
  };

  it('refuse to start before the database is migrated, with advice', async () => {
    const early = await start('--api-only');
    expect(await early.exit()).toBe(1);
    expect(early.output()).toMatch(
      /^insula: The database is migrated to nothing.*"insula migrate up"/,
    );
  });

  it('serve side by side with a worker once it is migrated', async () => {
    const env = { ...shared(), DATABASE_URL: database.url, DATA_DIR: await temporaryFolder() };
    expect(await runCli(['migrate', 'up'], env)).toMatchObject({ code: 0, stderr: '' });

    const [one, two, worker] = await Promise.all([
      start('--api-only'),
      start('--api-only'),
      start('--worker-only'),
    ]);
    const urls = await Promise.all(
      [one, two].map(async (api) => (await api.printed(/"url":"(http:\S+?)"/))[1] as string),
    );
    await worker.printed(/the worker is ready/);
    const created = await runCli(
      ['tenant', 'create', 'Acme', '--json', '--url', urls[0] as string],
      shared(),
    );
    const { tenant, token } = JSON.parse(created.stdout);
    const second = createClient({ url: urls[1] as string }, token);
    expect((await second.post('/v1/object-types', { name: 'things' })).status).toBe(201);
    const first = createClient({ url: urls[0] as string }, token);
    expect((await first.get('/v1/object-types/things')).body.data.tenant_id).toBe(tenant.id);

    for (const process of [one, two, worker]) process.child.kill('SIGTERM');
    expect(await Promise.all([one.exit(), two.exit(), worker.exit()])).toEqual([0, 0, 0]);
  });
});
