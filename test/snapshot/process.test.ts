import { readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomText } from '../../src/ground/machine/secrets.ts';
import { childMeans, copyInChild, readInChild, writeInChild } from '../../src/snapshot/process.ts';
import type { SourceOptions } from '../../src/snapshot/source.ts';
import type { TenantClient } from '../support/api.ts';
import { createTenant } from '../support/api.ts';
import { seedSecrets } from '../support/seed-secrets.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

/** Snapshots are written and read in processes of their own. */

const server = useOwnDatabase();
const files: string[] = [];
let api: TenantClient;

const everything: SourceOptions = {
  data: 'all',
  files: true,
  journal_from: 'all',
  secrets: 'left_out',
};
const counting = (given: object = {}) => ({
  module: new URL('./counting-target.ts', import.meta.url).href,
  name: 'openCounting',
  given,
});

const means = () => childMeans(server.config, server.config.databaseUrl as string);

function fresh(): string {
  const path = join(tmpdir(), `snapshot-${randomText(8, 'hex')}.insula`);
  files.push(path);
  return path;
}

/** Connections of sources, as PostgreSQL knows them. */
async function connections(): Promise<number> {
  const { rows } = await server.db.query(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name like 'insula snapshot%'`,
  );
  return rows[0].count;
}

beforeAll(async () => {
  api = await createTenant(server);
  await seedSecrets(api, 'https://hooks.example/child');
  await api.post('/v1/object-types', { name: 'things' });
  await api.post('/v1/objects/things/batch', {
    objects: Array.from({ length: 50 }, (_, n) => ({ properties: { n } })),
  });
  await api.post('/v1/objects/things', { properties: { big: 1 } });
});
afterAll(() => Promise.all(files.map((path) => rm(path, { force: true }))));

it('writes to a file of its own, which reads as it was written', async () => {
  const path = fresh();
  let snapshotAt = '';
  const written = await writeInChild(
    means(),
    { tenant: api.tenant.id, options: everything, to: { path } },
    { onManifest: (manifest) => (snapshotAt = manifest.snapshot_at) },
  );
  const { size, mode } = await stat(path);
  expect([size, mode & 0o777]).toEqual([written.bytes, 0o600]);
  expect(snapshotAt).not.toBe('');
  const read = await readInChild(means(), { from: { path } });
  expect(read).toMatchObject({
    checksum: written.checksum,
    isEncrypted: false,
    manifest: { tenant: { id: api.tenant.id }, snapshot_at: snapshotAt },
  });
  const { rows } = await server.db.query(
    'select count(*)::int as objects from app.objects where tenant_id = $1',
    [api.tenant.id],
  );
  expect(written.end.row_counts.objects).toBe(rows[0].objects);
  expect(await connections()).toBe(0);
});

it('bounds what comes from elsewhere, and not what was written here', async () => {
  const path = fresh();
  await writeInChild(means(), { tenant: api.tenant.id, options: everything, to: { path } });
  const narrow = { ...means(), mostBytes: 1_000 };
  await expect(readInChild(narrow, { from: { path } })).rejects.toMatchObject({
    code: 'SNAPSHOT_INVALID',
    message: expect.stringContaining('unpacks to more than'),
  });
  const { end } = await readInChild(narrow, { from: { path }, isKnown: true });
  expect(end).toMatchObject({ row_counts: { object_types: 1 } });
});

it('writes into a stream and reads from one; only the key opens what was encrypted', async () => {
  const options: SourceOptions = { ...everything, secrets: 'included' };
  const identity = await generateX25519Identity();
  const lock = { recipients: [await identityToRecipient(identity)] };
  const unlock = { identities: [identity] };
  const to = new PassThrough();
  const [written, pieces] = await Promise.all([
    writeInChild(means(), { tenant: api.tenant.id, options, lock, to }),
    Array.fromAsync(to as AsyncIterable<Buffer>),
  ]);
  const bytes = Buffer.concat(pieces);
  expect(bytes.length).toBe(written.bytes);
  expect(bytes.includes('hush-hush')).toBe(false);
  const read = await readInChild<Record<string, number>>(means(), {
    from: Readable.from([bytes]),
    unlock,
    target: counting(),
  });
  expect(read.result.secrets).toBeGreaterThan(10);
  await expect(
    readInChild(means(), {
      from: Readable.from([bytes]),
      unlock: { identities: [await generateX25519Identity()] },
    }),
  ).rejects.toMatchObject({ code: 'SNAPSHOT_LOCKED', status: 403 });
  await expect(
    readInChild(means(), { from: Readable.from([bytes.subarray(0, -20)]), unlock }),
  ).rejects.toMatchObject({ code: 'SNAPSHOT_INVALID' });
});

it('copies a tenant into a target without a file; an error of the target ends both', async () => {
  const job = { tenant: api.tenant.id, options: everything };
  const { result } = await copyInChild<Record<string, number>>(means(), {
    ...job,
    target: counting(),
  });
  expect(result.objects).toBeGreaterThan(0);
  await expect(
    copyInChild(means(), { ...job, target: counting({ failsAt: 'objects' }) }),
  ).rejects.toThrow('no more of objects');
  expect(await connections()).toBe(0);
});

it('says what the child says: there is no such tenant', async () => {
  await expect(
    writeInChild(means(), { tenant: 'ten_none', options: everything, to: { path: fresh() } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 });
});

it('ends with its signal, and with the child that is killed, and no transaction is left', async () => {
  for (const end of ['abort', 'kill'] as const) {
    const control = new AbortController();
    // No one reads: the child waits for room.
    const to = new PassThrough({ highWaterMark: 1 });
    const writing = writeInChild(
      means(),
      { tenant: api.tenant.id, options: everything, to },
      { signal: control.signal },
    );
    const failed = expect(writing).rejects.toThrow(end === 'abort' ? 'enough' : 'ended early');
    await until(connections, (count) => count > 0);
    if (end === 'abort') control.abort(new Error('enough'));
    else process.kill(await childOf(process.pid), 'SIGKILL');
    await failed;
    await until(connections, (count) => count === 0);
  }
});

/** The process id of a child that writes or reads a snapshot. */
async function childOf(pid: number): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
  for (const child of children) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('snapshot/child.ts')) return Number(child);
  }
  throw new Error('there is no child');
}
