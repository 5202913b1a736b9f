import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { type InsulaProcess, insula } from '../support/process.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { openSocket, type Socket } from '../support/sockets.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createWebhook, opened } from '../webhooks/support.ts';

const moves = Number(process.env.CITUS_MOVES ?? 3);
/** A killed worker's task is begun again when its lease has expired: half a minute. */
const patience = 120;

// Three servers and other tests share one machine: a moved tenant is read by new connections, which begin with empty caches.
const server = useOwnDatabase(opened, { database: { readMs: 30_000 } });
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'insula-move-'));
  return () => rm(dataDir, { recursive: true, force: true });
});

/** A process with a worker; the API of the tests is another one. */
async function startWorker(): Promise<InsulaProcess> {
  const { databaseUrl, encryptionKey } = server.config;
  const started = insula(['start'], {
    ...opened,
    DATABASE_URL: databaseUrl as string,
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'info',
  });
  await started.printed(/Insula is ready/);
  return started;
}

const nodes = () =>
  withClient(server.config.databaseUrl as string, 'test', async (client) => {
    const { rows } = await client.query<{ nodes: string[] }>('select app.tenant_nodes() as nodes');
    return rows[0]?.nodes as string[];
  });

/** Ends the statement that moves the rows, if there is one. */
const endStatement = () =>
  withClient(server.config.databaseUrl as string, 'test', (client) =>
    client.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'select worker.shard_%' and state = 'active'`),
  );

/** Someone who writes and reads a tenant all the time. */
class Busy {
  readonly written: string[] = [];
  readonly refused: number[] = [];
  readonly slowest = { ms: 0 };
  private isOver = false;
  private readonly work: Promise<unknown>;
  private readonly api: TenantClient;

  constructor(api: TenantClient) {
    this.api = api;
    this.work = Promise.all([this.write(), this.write(), this.write(), this.read()]);
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.work;
  }

  private async write(): Promise<void> {
    while (!this.isOver) {
      const begun = performance.now();
      const { status, body } = await this.api.post('/v1/objects/notes', { properties: { n: 1 } });
      if (status === 201) this.written.push(body.data.id);
      else this.refused.push(status);
      this.slowest.ms = Math.max(this.slowest.ms, performance.now() - begun);
      await sleep(10);
    }
  }

  private async read(): Promise<void> {
    while (!this.isOver) {
      const id = this.written[Math.floor(Math.random() * this.written.length)];
      const path = id ? `/v1/objects/notes/${id}` : '/v1/object-types/notes';
      expect((await this.api.get(path)).status).toBe(200);
      await sleep(10);
    }
  }
}

/** Someone who follows /v1/changes and has only its own memory. */
class Follower {
  readonly seqs: string[] = [];
  readonly created: string[] = [];
  private since = '';

  async read(api: TenantClient): Promise<void> {
    for (;;) {
      const { status, body } = await api.get(
        `/v1/changes?limit=100${this.since && `&since=${this.since}`}`,
      );
      expect([status, body.error]).toEqual([200, undefined]);
      const { results, next_since, has_more } = body.data;
      for (const { seq, type, data } of results) {
        this.seqs.push(seq);
        if (type === 'object.created') this.created.push(data.id);
      }
      this.since = next_since;
      if (!has_more) return;
    }
  }
}

const place = (seq: string) => BigInt(seq.split('-')[0] as string);

interface Watched {
  api: TenantClient;
  busy: Busy;
  follower: Follower;
  socket: Socket;
  receiver: Receiver;
}

/** A tenant that is written, read, followed, listened to and hooked. */
async function watch(): Promise<Watched> {
  const api = await createTenant(server);
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  await api.post('/v1/object-types', { name: 'notes' });
  await createWebhook(api, receiver, { events: ['object.created'] });
  const socket = await openSocket(server, { tenant_id: api.tenant.id, token: api.token });
  await socket.subscribe('objects:notes');
  const busy = new Busy(api);
  onTestFinished(() => busy.end());
  return { api, receiver, socket, follower: new Follower(), busy };
}

/** Every listener has heard each write once, and in order. */
async function expectAll({ api, busy, follower, socket, receiver }: Watched): Promise<void> {
  await busy.end();
  const written = busy.written.toSorted();
  // Writes of others on the node delay the end of a journal for a moment.
  await until(
    () => follower.read(api),
    () => follower.created.length >= written.length,
  );
  expect(follower.created.toSorted()).toEqual(written);
  const places = follower.seqs.map(place);
  expect(places.every((at, n) => n === 0 || at >= (places[n - 1] as bigint))).toBe(true);

  const heard = () => socket.events().filter(({ event }) => event === 'object.created');
  await until(
    async () => heard().length,
    (count) => count >= written.length,
    patience,
  );
  expect(
    heard()
      .map(({ data }) => data.id)
      .toSorted(),
  ).toEqual(written);

  // A delivery that a killed worker sent without noting it is sent again, under the same id.
  const sent = () => new Map(receiver.received.map((one) => [one.headers['webhook-id'], one]));
  await until(
    async () => sent().size,
    (count) => count >= written.length,
    patience,
  );
  expect([...sent().values()].map(({ event }) => event.data.id).toSorted()).toEqual(written);
  expect((await api.get('/v1/objects/notes/list?limit=1')).body.data.total).toBeLessThanOrEqual(
    written.length,
  );
}

describe('a tenant that is being moved', () => {
  it(`is read, written and followed while the mover is killed: ${moves} times`, {
    timeout: (moves + 1) * 4 * patience * 1000,
  }, async () => {
    const operator = platformClient(server);
    const watched = await watch();
    const { api, busy, follower } = watched;
    const path = `/admin/tenants/${api.tenant.id}/move`;
    let worker = await startWorker();
    const { from_shard } = (await operator.post(path, { shard_id: (await nodes())[0] as string }))
      .body.data;
    const look = async () => (await operator.get(path)).body.data;
    const untilMoved = () => until(look, ({ status }) => status === 'completed', patience);
    await untilMoved();
    const places = (await nodes()).toSorted((a) => (a === from_shard ? -1 : 1));

    for (let n = 1; n <= moves; n++) {
      const { status, body } = await operator.post(path, { shard_id: places[n % places.length] });
      expect([status, body.error]).toEqual([200, undefined]);
      await follower.read(api);
      await sleep(Math.random() * 9_000);
      if (n % 2 === 0) {
        await endStatement();
      } else {
        worker.child.kill('SIGKILL');
        await worker.exit();
        worker = await startWorker();
      }
      expect(await untilMoved()).toMatchObject({
        error: null,
        to_shard: places[n % places.length],
      });
      expect((await operator.get(`/admin/tenants/${api.tenant.id}`)).body.data.status).toBe(
        'active',
      );
      await follower.read(api);
    }
    await expectAll(watched);
    // A write that met the end of a move was told to come again, at the most.
    expect(busy.refused.filter((status) => status !== 503)).toEqual([]);
    console.log(
      `${moves} moves: ${busy.written.length} writes, ${busy.refused.length} refused, the slowest ${Math.round(busy.slowest.ms)} ms`,
    );
  });

  it('gets a shard of its own if it has to be separate', { timeout: 300_000 }, async () => {
    const operator = platformClient(server);
    const watched = await watch();
    const { api, busy } = watched;
    await startWorker();
    const path = `/admin/tenants/${api.tenant.id}/move`;
    const [to] = await nodes();
    await operator.post(path, { shard_id: to, alone: true });
    await until(
      async () => (await operator.get(path)).body.data,
      ({ status }) => status === 'completed',
      patience,
    );
    const { rows } = await server.db.query(
      `select shardminvalue = shardmaxvalue as is_alone from pg_dist_shard
       where shardid = get_shard_id_for_distribution_column('app.tenants', $1::text)`,
      [api.tenant.id],
    );
    expect(rows).toEqual([{ is_alone: true }]);
    await expectAll(watched);
    expect(busy.refused.filter((status) => status !== 503)).toEqual([]);
  });
});
