import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorkerPort } from '../../src/doors/worker/port.ts';
import { loadConfig } from '../../src/ground/config/config.ts';
import { drainMsWith, stopMsWith } from '../../src/process/stop-times.ts';
import { createTestDatabase, type TestDatabase, testKey } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';
import { findProxy, freePort } from '../support/proxies.ts';
import { until } from '../support/until.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const environment = async () => ({
  DATABASE_URL: database.url,
  ENCRYPTION_KEY: testKey().toString('base64'),
  PLATFORM_ADMIN_KEY: 'insp_for_a_test',
  DATA_DIR: await temporaryFolder(),
});

const statusOf = (url: string) =>
  fetch(url, { headers: { connection: 'close' } }).then(
    ({ status }) => status,
    () => 0,
  );

describe('a process that is told to stop', () => {
  it('takes new connections for SHUTDOWN_DELAY, and ends at once when it is told again', async () => {
    const api = insula(['start', '--api-only'], {
      ...(await environment()),
      PORT: '0',
      SHUTDOWN_DELAY: '300',
    });
    const [, url] = await api.printed(/"url":"(http:\S+?)"/);
    api.child.kill('SIGTERM');
    await until(
      () => statusOf(`${url}/ready`),
      (status) => status === 503,
    );
    expect(await statusOf(`${url}/health`)).toBe(200);
    expect(api.child.exitCode).toBe(null);
    // Within a second it would count as the same signal.
    await until(
      async () => api.child.kill('SIGTERM') && api.child.exitCode,
      (code) => code !== null,
      20,
    );
    expect(await api.exit()).toBe(1);
  });

  it('takes as long as configured, including the usual delay', () => {
    expect([0, 5_000, 30_000].map(stopMsWith)).toEqual([25_000, 25_000, 50_000]);
    expect([0, 5_000, 30_000].map(drainMsWith)).toEqual([16_000, 16_000, 41_000]);
  });
});

it('a stopping worker reports that on /ready, and answers until it has stopped', async () => {
  const port = await freePort();
  const config = loadConfig({ ...(await environment()), METRICS_PORT: `${port}` });
  const pool = new pg.Pool({ connectionString: database.workerUrl });
  const worker = { pool, lanes: [], stuck: () => [] };
  const open = await startWorkerPort(config, worker, pino({ level: 'silent' }));
  const url = `http://127.0.0.1:${port}/ready`;
  expect(await statusOf(url)).toBe(200);
  await open.stop();
  expect(await statusOf(url)).toBe(503);
  expect(await (await fetch(url)).json()).toMatchObject({
    data: { checks: { process: 'shutting down' } },
  });
  await open.close();
  expect(await statusOf(url)).toBe(0);
  await pool.end();
});

it('if a proxy is not installed, the test names what to install', () => {
  expect(() => findProxy('nginx', '/nowhere', [])).toThrow(/needs nginx.*apt-get install .* nginx/);
});
