import { rename } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { runningOwnerUrl } from '../../src/db/embedded.ts';
import { withRole } from '../../src/db/urls.ts';
import { parentOf, postgresOn } from '../support/process.ts';
import { startReceiver } from '../support/receiver.ts';
import { openSocket } from '../support/sockets.ts';
import { startedFolder } from '../support/started-folder.ts';
import { until } from '../support/until.ts';
import { createWebhook, opened } from '../webhooks/support.ts';
import { postmasterOf, start } from './start.ts';

const isLinux = process.platform === 'linux';
const things = '/v1/objects/things';

describe('a job queue that stops by itself', () => {
  it('is restarted, and runs what is queued afterwards', { timeout: 300_000 }, async () => {
    const dataDir = await startedFolder();
    const { process: run } = await start(dataDir);
    const ask = (sql: string) =>
      withClient(
        withRole(runningOwnerUrl(dataDir) as string, 'insula_owner'),
        'test',
        async (client) => (await client.query(sql)).rows,
      );
    // The end of one for good: the tables of the queue have become others.
    await ask(`select pg_notify('worker:migrate', '{"breaking": true, "migrationNumber": 99}')`);
    await run.printed(/the job queue ended unexpectedly/);
    await ask(`select graphile_worker.add_job('housekeeping')`);
    await until(
      () => ask('select from graphile_worker.jobs'),
      (jobs) => jobs.length === 0,
      30,
    );
    run.child.kill('SIGTERM');
    expect(await run.exit()).toBe(0);
  });
});

describe.skipIf(!isLinux)('a postmaster that is killed (looks at /proc: Linux only)', () => {
  it('is restarted by the same process, and everything that used it continues', {
    timeout: 300_000,
  }, async () => {
    const dataDir = await startedFolder();
    const { process: run, url, api } = await start(dataDir, opened);
    const receiver = await startReceiver();
    await api.post('/v1/object-types', { name: 'things' });
    await createWebhook(api, receiver, { events: ['object.created'] });
    const { body } = await api.post(things, { properties: { n: 1 } });
    const kept = body.data.id;
    const tenant = body.data.tenant_id;
    const socket = await openSocket({ url }, { token: api.token, tenant_id: tenant });
    await socket.subscribe('objects:things');
    const old = await postmasterOf(dataDir);

    process.kill(old, 'SIGKILL');
    await until(
      async () => postgresOn(dataDir),
      (pids) => !pids.includes(old),
    );
    await until(
      () => api.get('/ready'),
      ({ status }) => status === 200,
      30,
    );
    expect(run.child.exitCode).toBe(null);
    expect(run.output()).toContain('PostgreSQL stopped unexpectedly: starting it again');
    const now = await postmasterOf(dataDir);
    expect(now).not.toBe(old);
    expect(
      postgresOn(dataDir).filter((pid) => pid !== now && parentOf(pid) !== now),
      'processes of the one that was killed',
    ).toEqual([]);
    expect((await api.get(`${things}/${kept}`)).body.data.properties).toEqual({ n: 1 });

    const created = await until(
      () => api.post(things, { properties: { n: 2 } }),
      ({ status }) => status === 201,
    );
    const { id } = created.body.data;
    // The socket, the bell, the dispatcher and the lane of webhooks.
    await until(
      async () => socket.events(),
      (events) => events.some(({ data }) => data.id === id),
    );
    await until(
      async () => JSON.stringify(receiver.received),
      (received) => received.includes(id),
      30,
    );
    // The sealer.
    await until(
      async () => (await api.get('/v1/audit-logs/verify')).body.data,
      ({ valid, checked }) => valid && checked > 0,
    );
    await receiver.close();
    await socket.close();
    run.child.kill('SIGTERM');
    expect(await run.exit()).toBe(0);
    expect(postgresOn(dataDir)).toEqual([]);
  });

  it('that cannot be restarted ends the process, which prints the reason', {
    timeout: 300_000,
  }, async () => {
    const dataDir = await startedFolder();
    const { process: run } = await start(dataDir);
    const cluster = `${dataDir}/postgres/cluster`;
    const old = await postmasterOf(dataDir);
    await rename(`${cluster}/global/pg_control`, `${cluster}/global/pg_control.away`);
    process.kill(old, 'SIGKILL');
    expect(await run.exit()).toBe(1);
    expect(run.output()).toContain('does not start again');
    expect(run.output()).toContain('pg_control');
    expect(postgresOn(dataDir)).toEqual([]);
  });
});
