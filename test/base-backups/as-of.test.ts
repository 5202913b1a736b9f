import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { coverOf } from '../../src/backup/covering.ts';
import { runningBackupUrl } from '../../src/db/embedded.ts';
import type { BackupConfig } from '../../src/ground/config/backup.ts';
import { over, restoredAt } from '../backups/scene.ts';
import { type Started, start } from '../durability/start.ts';
import { contentOf, upload } from '../files/support.ts';
import { type Client, createClient } from '../support/api.ts';
import { temporaryFolder } from '../support/folder.ts';
import { insula, postgresOn } from '../support/process.ts';
import { startedFolder } from '../support/started-folder.ts';
import { until } from '../support/until.ts';
import { basesIn, freeWork, idsIn, keysOf, killAll, urlOf, write } from './scene.ts';

const backups = '/admin/backups';
let [dataDir, folder, tenant] = ['', '', ''];
let server: Started;
let operator: Client;
const env = () => ({ BACKUP_TO: urlOf(folder), BACKUP_PART_SECONDS: '1', LOG_LEVEL: 'info' });
const begin = async () => {
  server = await start(dataDir, env());
  operator = createClient(server, keysOf(dataDir).PLATFORM_ADMIN_KEY);
};
const scratch = () => join(dataDir, 'past');
const isScratchThere = (wanted: boolean) =>
  until(
    async () => existsSync(scratch()),
    (isThere) => isThere === wanted,
    300,
  );

/** A moment after all that was answered, and before all that is asked for next. */
async function momentNow(): Promise<string> {
  const at = Date.now() + 5;
  await until(
    async () => Date.now(),
    (time) => time > at + 5,
  );
  return new Date(at).toISOString().replace('Z', '+00:00');
}

/** Deletes for good. */
async function destroy(path: string): Promise<void> {
  const first = await server.api.delete(`${path}?force=true`);
  const token = first.body.error?.confirm_token;
  const { status } = token
    ? await server.api.delete(`${path}?force=true&confirm_token=${token}`)
    : first;
  expect(status).toBe(200);
}

it('a tenant comes back as it was at a moment, out of the backups of the installation', {
  timeout: 600_000,
}, async () => {
  dataDir = await startedFolder();
  folder = join(await temporaryFolder(), 'backups');
  await begin();
  tenant = (await server.api.get('/v1/tenants/current')).body.data.id;
  await server.api.post('/v1/object-types', { name: 'things' });
  await until(
    async () => basesIn(folder).length,
    (count) => count === 1,
  );
  const moment = await bringBack();
  await askOtherwise(moment);
  await endEarly(moment);
  server.process.child.kill('SIGTERM');
  expect(await server.process.exit()).toBe(0);
});

/** Brings back records that are gone for good: objects, configuration, and bytes of files. @returns the moment */
async function bringBack(): Promise<string> {
  const { api } = server;
  const ids = await write(api, 4);
  const file = await upload(api, 'bytes that leave the storage');
  const hook = (await api.post('/v1/webhooks', { url: 'https://example.com/', events: ['*'] })).body
    .data.id;
  const email = 'ada@example.com';
  const guest = createClient(server, undefined);
  const given = { email, password: 'a long password of Ada' };
  await guest.post('/v1/auth/signup', given, { 'x-tenant-id': tenant });
  const moment = await momentNow();
  for (const id of ids.slice(0, 3)) await destroy(`/v1/objects/things/${id}`);
  const changed = await api.patch(`/v1/objects/things/${ids[3]}`, { properties: { n: 99 } });
  expect(changed.status).toBe(200);
  await destroy(`/v1/files/${file.id}`);
  await destroy(`/v1/webhooks/${hook}`);
  const [later] = await write(api, 1);
  await until(
    () => readdir(join(folder, 'files'), { recursive: true }).catch(() => []),
    (names) => names.some((name) => /\/[0-9a-f]{64}\.[0-9a-f]+$/.test(name)),
  );

  const at = `/admin/tenants/${tenant}/restore`;
  const lost = await operator.post(at, { as_of: moment, source: 'versions' });
  expect(lost.body.error).toMatchObject({
    code: 'AS_OF_UNAVAILABLE',
    details: { reason: 'records', records: 3 },
  });
  const only = { types: ['things'], resources: ['webhooks', 'files'] };
  const restore = await restoredAt(operator, at, { as_of: moment, only });
  expect(restore).toMatchObject({
    ...{ status: 'completed', error: null, source: 'wal', mode: 'merge' },
    report: { created: { objects: 3, webhooks: 1, files: 1 }, files: { restored: 1, missing: 0 } },
  });
  expect(await idsIn(api)).toEqual(new Set([...ids, later]));
  expect((await api.get(`/v1/objects/things/${ids[3]}`)).body.data.properties.n).toBe(99);
  // Configuration is matched by what it is, not by its id.
  const webhooks = (await api.get('/v1/webhooks')).body.data;
  expect(webhooks.map(({ url }: { url: string }) => url)).toEqual(['https://example.com/']);
  expect((await api.send('GET', contentOf(file))).body).toBe('bytes that leave the storage');
  expect([existsSync(scratch()), postgresOn(scratch())]).toEqual([false, []]);
  const made = (await operator.get(`${backups}/${restore.backup_id}`)).body.data;
  expect(made).toMatchObject({ status: 'completed', type: 'tenant', snapshot_at: moment });
  // The objects and the user of then, and not what has come since.
  expect(made.row_counts).toMatchObject({ objects: 4, users: 1 });
  return moment;
}

/** The command takes it as well; a moment that cannot be had is refused with the reason. */
async function askOtherwise(moment: string): Promise<void> {
  const dry = insula(
    [
      'tenant',
      'restore',
      tenant,
      '--into',
      tenant,
      '--as-of',
      moment,
      '--source',
      'wal',
      '--dry-run',
    ],
    { DATA_DIR: dataDir, URL: server.url, ...keysOf(dataDir) },
  );
  expect([await dry.exit(), dry.output()]).toEqual([0, expect.stringContaining('conflicts ')]);

  const ask = (fields: object) => operator.post(backups, { tenant_id: tenant, ...fields });
  const early = new Date(Date.parse(moment) - 3_600_000_000).toISOString();
  const refused = async (fields: object) => {
    const { status, body } = await ask(fields);
    return [status, body.error?.code, body.error?.details?.reason];
  };
  expect(await refused({ as_of: early, source: 'wal' })).toEqual([
    ...[409, 'AS_OF_UNAVAILABLE', 'before_tenant'],
  ]);
  const [base = ''] = basesIn(folder);
  expect(base).not.toBe('');
  const { created_at } = (await operator.get(`/admin/tenants/${tenant}`)).body.data;
  const { status, body } = await ask({ as_of: created_at, source: 'wal' });
  expect([status, body.error]).toEqual([
    409,
    expect.objectContaining({
      code: 'AS_OF_UNAVAILABLE',
      details: {
        ...{ reason: 'not_covered', earliest: expect.any(String), latest: expect.any(String) },
      },
    }),
  ]);
  expect(await refused({ source: 'wal' })).toEqual([400, 'VALIDATION_ERROR', undefined]);
  await refuseOthers(moment);
}

/** The reasons of servers that are set up otherwise. */
async function refuseOthers(moment: string): Promise<void> {
  const usual = { to: { folder }, recipients: [], identityFile: undefined, partSeconds: 1 };
  const reasonOf = async (config: object, reserveBytes = 0) => {
    const url = runningBackupUrl(dataDir) as string;
    const asked = {
      config: { ...usual, ...config } as unknown as BackupConfig,
      dataDir,
      reserveBytes,
      url,
    };
    const found = await coverOf(asked, new Date(moment));
    return 'reason' in found ? found.reason : null;
  };
  expect([
    await reasonOf({}),
    await reasonOf({ recipients: ['age1…'] }),
    await reasonOf({}, Number.MAX_SAFE_INTEGER),
    await reasonOf({ to: { folder: join(folder, 'insula.json') } }),
  ]).toEqual([null, 'encrypted', 'no_room', 'destination']);
}

async function endEarly(moment: string): Promise<void> {
  const ask = async () =>
    (await operator.post(backups, { tenant_id: tenant, as_of: moment, label: 'again' })).body.data;
  const cancelled = await ask();
  await isScratchThere(true);
  expect((await operator.post(`${backups}/${cancelled.id}/cancel`, {})).status).toBe(200);
  await isScratchThere(false);
  expect(postgresOn(scratch())).toEqual([]);

  const { id } = await ask();
  await isScratchThere(true);
  await killAll(dataDir, server);
  const lost = new Date();
  await until(
    async () => postgresOn(scratch()),
    (found) => found.length === 0,
  );
  await begin();
  await freeWork(dataDir, lost);
  const made = await over(operator, `${backups}/${id}`);
  expect(made).toMatchObject({ status: 'completed', snapshot_at: moment });
  expect(made.row_counts).toMatchObject({ objects: 4, users: 1 });
  await isScratchThere(false);
  expect(postgresOn(scratch())).toEqual([]);
}
