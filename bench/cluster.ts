/** One request at a time through a cluster of Citus, against the same on only one of its servers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { withClient } from '../src/db/client.ts';
import { migrate } from '../src/db/migrate.ts';
import { withDatabase } from '../src/db/urls.ts';
import { randomText } from '../src/ground/machine/secrets.ts';
import { readFirstKey } from '../src/process/first-tenant.ts';
import { createOnCluster, dropOnCluster } from '../test/support/citus/database.ts';
import { properties } from './data.ts';
import { Harness, type Ours, type Settings } from './harness.ts';
import { type Server, startInsula } from './processes.ts';

const type = 'small';
const objects = 100;

/** @param port of the first of three servers; @param coordinator a superuser's address of the cluster's coordinator */
export async function measureCluster(
  settings: Settings,
  port: number,
  coordinator: string,
): Promise<void> {
  // Passwords of roles are made from it, and the roles are those of every database of the cluster.
  const encryptionKey = process.env.ENCRYPTION_KEY ?? Buffer.alloc(32, 1).toString('base64');
  const name = `insula_bench_${randomText(6, 'hex')}`;
  const names = { plain: `${name}_plain`, cluster: name };
  const folders = await Promise.all(['', ''].map(() => mkdtemp(join(tmpdir(), 'insula-bench-'))));
  const servers: Server[] = [];
  const serve = async (database: string, dataDir: string, more: Record<string, string> = {}) => {
    const server = await startInsula({
      DATABASE_URL: withDatabase(coordinator, database),
      ENCRYPTION_KEY: encryptionKey,
      DATA_DIR: dataDir,
      PORT: String(port + servers.length),
      WORKER: 'off',
      ...more,
    });
    servers.push(server);
    return new Harness(server, await tokenOf(dataDir), settings);
  };
  try {
    await withClient(coordinator, 'bench', (client) =>
      client.query(`create database ${pg.escapeIdentifier(names.plain)}`),
    );
    await createOnCluster(coordinator, names.cluster);
    for (const [database, distribute] of [
      [names.plain, false],
      [names.cluster, true],
    ] as const)
      await migrate(withDatabase(coordinator, database), {
        log: pino({ level: 'silent' }),
        encryptionKey: Buffer.from(encryptionKey, 'base64'),
        current: true,
        distribute,
      });
    const [here, there] = folders as [string, string];
    const plain = await serve(names.plain, here);
    const through = await serve(names.cluster, there);
    const direct = await serve(names.cluster, there, { DATABASE_NODES: 'on' });
    const alone = loadsOf(plain, await fill(plain));
    const ids = await fill(through);
    for (const [what, harness, goals] of [
      ['through the coordinator', through, { get: 2, create: 2.5 }],
      ['with DATABASE_NODES', direct, { get: 1.3, create: 1.5 }],
    ] as const) {
      const loads = loadsOf(harness, ids);
      for (const operation of ['get', 'create'] as const) {
        const [ours, theirs] = await harness.inTurns(loads[operation], alone[operation]);
        harness.report(
          `${operation} ${what}, one at a time, time against one PostgreSQL`,
          theirs / ours,
          goals[operation],
          '<=',
          `${(1000 / ours).toFixed(2)} ms, ${(1000 / theirs).toFixed(2)} ms`,
        );
      }
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await dropOnCluster(coordinator, names.plain);
    await dropOnCluster(coordinator, names.cluster);
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
}

/** The key of the tenant that a server makes right after its first start. */
async function tokenOf(dataDir: string): Promise<string> {
  for (let tries = 100; tries > 0; tries--) {
    const token = readFirstKey(dataDir);
    if (token) return token;
    await sleep(100);
  }
  throw new Error('The server has made no first tenant within 10 seconds.');
}

/** @returns the ids of the objects that it made */
async function fill(harness: Harness): Promise<string[]> {
  await harness.createType(type, 'open');
  const { ids } = await harness.post<{ ids: string[] }>(`/v1/objects/${type}/batch/create`, {
    objects: Array.from({ length: objects }, (_, number) => ({
      properties: { ...properties, number },
    })),
  });
  return ids;
}

function loadsOf({ api, token }: Harness, ids: string[]): Record<'get' | 'create', Ours> {
  const own = { url: api.url, tokens: [token] };
  return {
    get: { ...own, method: 'GET', paths: [`/v1/objects/${type}/{}`], ids },
    create: {
      ...own,
      method: 'POST',
      paths: [`/v1/objects/${type}`],
      body: JSON.stringify({ properties: { ...properties, number: 7 } }),
    },
  };
}
