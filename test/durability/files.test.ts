import { spawnSync } from 'node:child_process';
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Query } from '../../src/db/ask.ts';
import type { Config } from '../../src/ground/config/config.ts';
import { storageOf } from '../../src/storage/open.ts';
import { nothingFound, restMs, Sweep } from '../../src/storage/sweep.ts';
import { contentOf, keysOnDisk, upload, uploaded, usedBytes } from '../files/support-lifecycle.ts';
import { type Answer, createClient, createTenant, type TenantClient } from '../support/api.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type InsulaProcess, insula } from '../support/process.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});

const bytes = (size: number) => new Uint8Array(size).fill(7);

interface Running extends InsulaProcess {
  /** The tenant, at the address of this process. */
  api: TenantClient;
  /** Of this process. */
  config: Config;
}

/** A server of its own on the same database, with a DATA_DIR of its own. */
async function start(through: (files: string) => string[] = () => []): Promise<Running> {
  const dataDir = await temporaryFolder();
  const files = join(dataDir, 'files');
  await mkdir(files);
  const url = new URL(server.config.databaseUrl as string);
  url.username = 'insula_api';
  url.password = '';
  const env = {
    DATABASE_URL: url.href,
    DATA_DIR: dataDir,
    PORT: '0',
    ENCRYPTION_KEY: server.config.encryptionKey.toString('base64'),
    PLATFORM_ADMIN_KEY: server.platformKey,
  };
  const running = insula(['start', '--api-only'], env, through(files));
  const [, address = ''] = await running.printed(/"url":"(http:\S+?)"/);
  const config = { ...server.config, dataDir };
  return {
    ...running,
    config,
    api: { ...api, ...createClient({ url: address }, api.token), token: api.token },
  };
}

/** Runs a command whose every file ends at 512 KB: writing more is EFBIG. */
const withSmallFiles = () => ['sh', '-c', 'ulimit -f 1024; exec "$@"', 'sh'];
/** Runs a command in a mount namespace of its own, where a folder is a file system of 1 MB: ENOSPC. */
const onSmallDisk = (folder: string) => [
  ...['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c'],
  ...['mount -t tmpfs -o size=1m none "$1" && shift && exec "$@"', 'sh', folder],
];
/** Not every machine lets its users have such a namespace. */
const hasNamespaces =
  spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'true']).status === 0;

describe('a full file storage', () => {
  const through = hasNamespaces ? onSmallDisk : withSmallFiles;

  it('answers 503 and leaves nothing, while smaller files work before and after', async () => {
    const full = await start(through);
    const small = await uploaded(full.api, 'has room');
    const expectFull = ({ status, headers, body }: Answer) => {
      expect([status, body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(body.error.message).toContain('storage is full');
      expect(headers.get('retry-after')).toBe('30');
    };
    for (let n = 0; n < 3; n++) expectFull(await upload(full.api, bytes(2_000_000 + n)));
    const slot = { filename: 'x', mime_type: 'application/octet-stream', size_bytes: 2_000_000 };
    const { file_id, upload_endpoint } = (await full.api.post('/v1/files/upload-url', slot)).body
      .data;
    expectFull(await full.api.send('PUT', upload_endpoint, { body: bytes(2_000_000) }));
    expect((await full.api.get(`/v1/files/${file_id}`)).body.data.status).toBe('pending');
    await full.api.delete(`/v1/files/${file_id}`);

    const { rows } = await server.db.query('select id from app.files where tenant_id = $1', [
      api.tenant.id,
    ]);
    expect(rows).toEqual([{ id: small.id }]);
    expect(await usedBytes(server, api)).toBe(small.size_bytes);
    // Had any of them left its bytes, there would be no room.
    const { id } = await uploaded(full.api, bytes(500_000));
    expect((await contentOf(full.api, id)).length).toBe(500_000);
    expect(await contentOf(full.api, small.id)).toBe('has room');
  });
});

it('an unreachable file storage answers 503, and uploads work once it is back', async () => {
  const folder = join(server.config.dataDir, 'files');
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, 'where the folder should be');
  const away = await upload(api, 'nowhere to go');
  expect([away.status, away.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(await usedBytes(server, api)).toBe(0);
  await rm(folder);
  const { id } = await uploaded(api, 'here I am');
  expect(await contentOf(api, id)).toBe('here I am');
});

/** Connections of other clients with a statement under way. */
const atWork = `select from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`;

describe('kill -9 in the middle of uploads', () => {
  it('loses no file that was answered with 201, and the sweep finds the leftovers', async () => {
    const running = await start();
    const answered: string[] = [];
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let n = 0; ; n++) {
        const { body } = await upload(running.api, `${writer} ${n} `.padEnd(100_000, 'x'));
        answered.push(body.data.id);
      }
    });
    const ended = Promise.allSettled([...writers, beginUpload(running.api)]);
    const incoming = join(running.config.dataDir, 'files', '.incoming');
    await until(
      async () => answered.length >= 30 && (await largestIn(incoming)) >= 300_000,
      (isEnough) => isEnough,
    );
    running.child.kill('SIGKILL');
    await running.exit();
    await ended;
    // The work of its connections has ended: a row that comes later would be of a file that the sweep below takes for
    // old.
    await until(
      async () => (await server.db.query(atWork)).rowCount,
      (count) => count === 0,
    );

    const { rows } = await server.db.query(
      `select id, status from app.files where tenant_id = $1`,
      [api.tenant.id],
    );
    const ready = new Set(rows.flatMap(({ id, status }) => (status === 'ready' ? [id] : [])));
    expect(answered.filter((id) => !ready.has(id))).toEqual([]);
    // Whole, and none without bytes.
    const storage = storageOf(running.config);
    const query: Query = (text, values) => server.db.query(text, values);
    const sweep = (fix: boolean) =>
      new Sweep(query, storage, api.tenant.id, { fix, isDeep: true }).run();
    expect(await sweep(false)).toEqual(nothingFound());

    const old = new Date(Date.now() - 26 * 3_600_000);
    for (const key of await keysOnDisk(running))
      await utimes(join(running.config.dataDir, 'files', key), old, old);
    await sweep(true);
    expect(await storage.dropUnfinished(restMs)).toBeGreaterThan(0);
    const kept = await server.db.query(
      'select storage_key from app.blobs where tenant_id = $1 order by 1',
      [api.tenant.id],
    );
    expect(await keysOnDisk(running)).toEqual(kept.rows.map(({ storage_key }) => storage_key));
  });
});

/** An upload that stops half way, and waits. */
async function beginUpload(client: TenantClient): Promise<void> {
  const boundary = 'half';
  const sending = request(`${client.url}/v1/files/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  const name = 'Content-Disposition: form-data; name="file"; filename="half.bin"';
  sending.write(`--${boundary}\r\n${name}\r\n\r\n`);
  sending.write(bytes(400_000));
  await new Promise((resolve) => sending.on('error', resolve).on('close', resolve));
}

async function largestIn(folder: string): Promise<number> {
  const sizes = (await readdir(folder).catch(() => [])).map((name) =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return Math.max(0, ...(await Promise.all(sizes)));
}
