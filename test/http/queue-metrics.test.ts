import { readdir, readFile, readlink } from 'node:fs/promises';
import { describe, expect, inject, it } from 'vitest';
import { sendMessage } from '../messages/support.ts';
import { newKey } from '../platform-keys/keys.ts';
import { platformClient } from '../support/api.ts';
import { dispatchAll } from '../support/dispatch.ts';
import { temporaryFolder } from '../support/folder.ts';
import * as metrics from '../support/metrics.ts';
import { valueIn } from '../support/metrics.ts';
import { insula } from '../support/process.ts';
import { startReceiver } from '../support/receiver.ts';
import { openSocket } from '../support/sockets.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { createWebhook, opened } from '../webhooks/support.ts';

const server = useOwnDatabase(opened);
const api = useTenant(server);

const scrape = () => metrics.scrape(server);
const shows = (metric: string, isWanted: (value: number) => boolean) =>
  metrics.shows(server, metric, isWanted);

describe('/metrics', () => {
  it('shows what waits in each queue, and for how long', async () => {
    const receiver = await startReceiver();
    await createWebhook(api, receiver, { events: ['object.created'] });
    await api.post('/v1/object-types', { name: 'things' });
    await api.post('/v1/objects/things', {});
    await sendMessage(server, api.tenant.id, { to: 'ada@example.com', template: 'email' });
    // No worker runs: what has happened is not handed on, nor sealed.
    await shows('insula_journal_lag_seconds{step="dispatch"}', (seconds) => seconds > 0);
    await shows('insula_journal_lag_seconds{step="seal"}', (seconds) => seconds > 0);
    await dispatchAll(server.db);
    await server.db.query(`update app.work set due_at = now() - interval '90 seconds'`);
    await shows('insula_queue_pending{kind="webhook"}', (count) => count === 1);
    await shows('insula_queue_oldest_seconds{kind="webhook"}', (seconds) => seconds >= 90);
    await shows('insula_queue_pending{kind="email"}', (count) => count === 1);
    const text = await scrape();
    for (const kind of ['automation', 'function', 'job', 'sms', 'task'])
      expect(valueIn(text, `insula_queue_pending{kind="${kind}"}`), kind).toBe(0);
    expect(valueIn(text, 'insula_journal_lag_seconds{step="dispatch"}')).toBe(0);
    await receiver.close();
  });

  it('counts dead letters', async () => {
    await server.db.query(
      `insert into app.dead_letters (tenant_id, id, source, source_id, record_id, task, payload, attempts, max_attempts)
       values ($1, 'dlq_00000000000000000000000000000001', 'job', 'x', 'x', 'x', '{}', 3, 3)`,
      [api.tenant.id],
    );
    await shows('insula_dead_letters', (count) => count === 1);
  });

  it('counts sockets and streams, and connections of the pool in use', async () => {
    const socket = await openSocket(server, { token: api.token, tenant_id: api.tenant.id });
    await shows('insula_realtime_connections{kind="socket"}', (count) => count === 1);
    await socket.close();
    await shows('insula_realtime_connections{kind="socket"}', (count) => count === 0);
    const client = await server.pool.connect();
    await shows('insula_db_connections{line="requests",state="used"}', (count) => count >= 1);
    client.release();
  });

  it('contains no tenant, and nothing of one', async () => {
    const text = await scrape();
    expect(text).toContain('insula_queue_pending');
    expect(text).toContain('insula_build_info{');
    for (const word of [api.tenant.id, 'things', 'ada@example.com'])
      expect(text).not.toContain(word);
  });
});

/** The sockets that a process listens on (Linux; elsewhere none are seen). */
async function listening(pid: number): Promise<string[]> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const fields = tables.flatMap((text) => text.split('\n')).map((line) => line.trim().split(/ +/));
  const inodes = fields.flatMap((row) => (row[3] === '0A' ? `socket:[${row[9]}]` : []));
  const folder = `/proc/${pid}/fd`;
  const descriptors = await readdir(folder).catch(() => []);
  const links = await Promise.all(
    descriptors.map((name) => readlink(`${folder}/${name}`).catch(() => '')),
  );
  return links.filter((link) => inodes.includes(link));
}

// biome-ignore lint/suspicious/noExplicitAny: read by the test
type Body = any;
const dataOf = async (answer: Response): Promise<Body> => ((await answer.json()) as Body).data;
const errorOf = async (answer: Response): Promise<Body> => ((await answer.json()) as Body).error;

describe('a worker process', () => {
  it('has health, readiness and metrics on METRICS_PORT, the last with the platform key', async () => {
    const dataDir = await temporaryFolder();
    const key = 'insp_for_the_worker';
    const run = insula(['start', '--worker-only'], {
      DATA_DIR: dataDir,
      DATABASE_URL: server.config.databaseUrl as string,
      ENCRYPTION_KEY: inject('server').encryptionKey,
      PLATFORM_ADMIN_KEY: key,
      METRICS_PORT: '0',
    });
    const [, port] = await run.printed(/"port":(\d+)/);
    const get = (path: string, headers = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers });
    const health = await get('/health');
    expect([health.status, (await dataOf(health)).status]).toEqual([200, 'ok']);
    const ready = await get('/ready');
    expect([ready.status, (await dataOf(ready)).checks.database]).toEqual([200, 'ok']);
    expect((await get('/metrics')).status).toBe(401);
    expect((await get('/metrics', { authorization: `Bearer ${api.token}` })).status).toBe(403);
    const metrics = await get('/metrics', { authorization: `Bearer ${key}` });
    expect(metrics.status).toBe(200);
    const small = await newKey(server, ['metrics']);
    const larger = await newKey(server, ['tenants:read']);
    const as = async (token: string) =>
      (await get('/metrics', { authorization: `Bearer ${token}` })).status;
    expect([await as(small.token), await as(larger.token)]).toEqual([200, 403]);
    await platformClient(server).delete(`/admin/keys/${small.key.id}`);
    expect(await as(small.token)).toBe(401);
    const text = await metrics.text();
    expect(text).toMatch(/^insula_queue_pending\{kind="webhook"\} \d+$/m);
    expect(text).toMatch(/^insula_db_connections\{line="worker",state="total"\} \d+$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(text).toMatch(
      /^insula_build_info\{version="\d+\.\d+\.\d+",commit="([0-9a-f]{40}|unknown)",migration="\d{6}"\} 1$/m,
    );
    expect(text).not.toContain(api.tenant.id);
    const other = await get('/v1/object-types');
    expect([other.status, (await errorOf(other)).code]).toEqual([404, 'ROUTE_NOT_FOUND']);
    expect((await fetch(`http://127.0.0.1:${port}/health`, { method: 'POST' })).status).toBe(405);
    run.child.kill('SIGTERM');
    expect(await run.exit()).toBe(0);
  });

  it('listens nowhere unless configured', async () => {
    const dataDir = await temporaryFolder();
    const run = insula(['start', '--worker-only'], {
      DATA_DIR: dataDir,
      DATABASE_URL: server.config.databaseUrl as string,
      ENCRYPTION_KEY: inject('server').encryptionKey,
    });
    await run.printed(/the worker is ready/);
    expect(run.output()).not.toContain('serves its metrics');
    expect(await listening(run.child.pid as number)).toEqual([]);
    run.child.kill('SIGTERM');
    expect(await run.exit()).toBe(0);
  });
});
