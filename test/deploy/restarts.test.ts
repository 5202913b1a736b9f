import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocks, page } from '../docs/pages.ts';
import { createClient } from '../support/api.ts';
import { createTestDatabase, type TestDatabase, testKey } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type InsulaProcess, insula } from '../support/process.ts';
import { freePort, type RunningProxy, startCaddy, startNginx } from '../support/proxies.ts';
import { startSteadyLoad } from '../support/steady-load.ts';
import { until } from '../support/until.ts';
import { read } from './files.ts';

const deploying = page('docs/operate/deploying.md');
const platformKey = 'insp_shared_by_all';
/** As in docs/operate/deploying.md. */
const documented = ['127.0.0.1:3000', '127.0.0.1:3001'];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Api {
  url: string;
  process: InsulaProcess;
}

/** An API as a deployment runs it: as insula_api, on a port that it has at each start. */
async function startApi(host: string, port: number): Promise<Api> {
  const address = new URL(database.url);
  address.username = 'insula_api';
  address.password = '';
  const process = insula(['start', '--api-only'], {
    DATABASE_URL: address.href,
    ENCRYPTION_KEY: testKey().toString('base64'),
    PLATFORM_ADMIN_KEY: platformKey,
    DATA_DIR: await temporaryFolder(),
    TRUSTED_PROXIES: 'loopback',
    SHUTDOWN_DELAY: '',
    LOG_LEVEL: 'warn',
    HOST: host,
    PORT: `${port}`,
  });
  const api = { url: `http://${host}:${port}`, process };
  await until(
    () =>
      fetch(`${api.url}/ready`).then(
        ({ status }) => status,
        () => 0,
      ),
    (status) => {
      if (process.child.exitCode !== null) throw new Error(process.output());
      return status === 200;
    },
  );
  return api;
}

async function metricsOf({ url }: Api): Promise<string> {
  const headers = { authorization: `Bearer ${platformKey}` };
  return (await fetch(`${url}/metrics`, { headers })).text();
}

/** Addresses of a block, and those that stand there instead. */
const standingFor = (addresses: string[], apis: Api[]) =>
  Object.fromEntries(apis.map(({ url }, n) => [addresses[n], url.replace('http://', '')]));

/** Restarts both, one after the other, under load; then kills one. */
async function restart(apis: Api[], proxy: RunningProxy): Promise<void> {
  const created = await createClient(apis[0] as Api, platformKey).post('/admin/tenants', {
    name: 'Restarted',
  });
  const { token } = created.body.data;
  const direct = createClient(apis[0] as Api, token);
  const type = { name: 'things', properties: [{ name: 'name', data_type: 'text' }] };
  expect((await direct.post('/v1/object-types', type)).status).toBe(201);

  const load = startSteadyLoad(proxy.url, token);
  await load.more(200);
  for (const [n, api] of apis.entries()) {
    api.process.child.kill('SIGTERM');
    expect(await api.process.exit()).toBe(0);
    await load.more(50);
    const { hostname, port } = new URL(api.url);
    const started = await startApi(hostname, Number(port));
    apis[n] = started;
    // As the page says: the next one is stopped when the proxy has found this one.
    await until(
      () => metricsOf(started),
      (metrics) => metrics.includes('operation="object.create"'),
    );
    // Found once is not yet in turn: nginx may leave it out for two seconds more.
    await load.more(400);
  }
  const calm = load.begin();
  expect([...calm.failedReads, ...calm.failedWrites].slice(0, 4)).toEqual([]);

  apis[1]?.process.child.kill('SIGKILL');
  await load.more(400);
  await load.stop();
  const { failedReads, failedWrites } = load.seen;
  expect(failedReads.slice(0, 4)).toEqual([]);
  // Those that it had under way: one for each connection at most.
  expect(failedWrites.length).toBeLessThanOrEqual(32);

  const { rows } = await database.db.query<{ name: string }>(
    `select properties->>'name' as name from app.objects where tenant_id = $1`,
    [created.body.data.tenant.id],
  );
  const names = rows.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const missing = load.created.filter((name) => !names.includes(name));
  expect(missing).toEqual([]);
  const known = new Set([...load.created, ...load.unknown]);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
}

describe('two APIs that are restarted one after the other, under load', () => {
  const two = async () => {
    const ports = [await freePort(), await freePort()];
    return Promise.all(ports.map((port) => startApi('127.0.0.1', port)));
  };

  it('lose no request behind nginx, and a crash costs no read', async () => {
    const apis = await two();
    const [block = ''] = blocks(deploying, 'nginx');
    await restart(apis, await startNginx(block, standingFor(documented, apis)));
  });

  it('lose no request behind Caddy, and a crash costs no read', async () => {
    const apis = await two();
    const [block = ''] = blocks(deploying, 'caddyfile');
    const replaced = standingFor(documented, apis);
    await restart(
      apis,
      await startCaddy(block, (site) => ({ 'api.example.com': site, ...replaced })),
    );
  });

  it('lose no request behind the proxy of docker-compose.yml, and a crash costs no read', async () => {
    const apis = await two();
    const containers = ['{$API}-1:3000', '{$API}-2:3000'];
    await restart(
      apis,
      await startCaddy(read('deploy/Caddyfile'), () => standingFor(containers, apis)),
    );
  });
});
