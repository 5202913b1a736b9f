import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { uploadKey } from '../../src/storage/storage.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser, signUp } from '../support/users.ts';
import { pendingFile, upload, uploaded, usedBytes, work } from './support-lifecycle.ts';

const path = '/v1/files/all/stale-cleanup';

const server = useOwnDatabase({ WORKER: 'on' });
let api: TenantClient;
let other: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
  other = await createTenant(server);
});

const statusOf = async (tenant: TenantClient, id: string) =>
  (await tenant.get(`/v1/files/${id}`)).body.data?.status;

/** Bytes of an upload that has stopped half way. */
async function half(tenant: TenantClient, id: string): Promise<string> {
  const file = join(server.config.dataDir, 'files', uploadKey(tenant.tenant.id, id));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, 'half');
  return file;
}

it('stale cleanup removes uploads pending for a day, with bytes and quota, only of this tenant', async () => {
  const ready = await uploaded(api, 'ready');
  const [old, older, fresh] = [
    await pendingFile(server, api, 25, 100),
    await pendingFile(server, api, 250, 1000),
    await pendingFile(server, api, 23, 7),
  ];
  const theirs = await pendingFile(server, other, 25);
  const bytes = await half(api, old);
  await server.db.query(`update app.files set created_at = now() - interval '9 d' where id = $1`, [
    ready.id,
  ]);

  const tried = await api.post(`${path}?dry_run=true`);
  expect(tried.body).toMatchObject({ data: { cleaned: 2 }, dry_run: true });
  expect([await statusOf(api, old), existsSync(bytes)]).toEqual(['pending', true]);

  expect((await api.post(path)).body.data).toEqual({ cleaned: 2 });
  expect(await Promise.all([old, older].map((id) => statusOf(api, id)))).toEqual([
    undefined,
    undefined,
  ]);
  expect([await statusOf(api, fresh), await statusOf(api, ready.id)]).toEqual(['pending', 'ready']);
  expect(await statusOf(other, theirs)).toBe('pending');
  expect(existsSync(bytes)).toBe(false);
  expect(await usedBytes(server, api)).toBe(ready.size_bytes + 7);
  expect((await api.post(path)).body.data).toEqual({ cleaned: 0 });
});

it('stale cleanup counts each upload once, however many run at once', async () => {
  const count = 20;
  for (let n = 0; n < count; n++) await pendingFile(server, api, 25);
  const answers = await Promise.all(Array.from({ length: 6 }, () => api.post(path)));
  const cleaned = answers.map(({ body }) => body.data.cleaned);
  expect(cleaned.reduce((sum, one) => sum + one, 0)).toBe(count);
  expect(await usedBytes(server, api)).toBe(0);
});

it('stale cleanup requires the scope files, or a user role that manages files', async () => {
  const [reader, writer, keeper] = [
    await api.withKey(['read', 'write']),
    await signUp(api),
    await createUser(api, { role: 'admin' }),
  ];
  expect((await reader.post(path)).body.error.code).toBe('INSUFFICIENT_SCOPE');
  expect((await writer.client.post(path)).body.error.code).toBe('FORBIDDEN');
  expect((await keeper.client.post(path)).body.data).toEqual({ cleaned: 0 });
  expect((await (await api.withKey(['files'])).post(path)).body.data).toEqual({ cleaned: 0 });
  expect((await api.as(undefined).post(path)).status).toBe(401);
});

it('the worker runs stale cleanup every hour, for all tenants', async () => {
  const [ours, fresh, theirs] = [
    await pendingFile(server, api, 25),
    await pendingFile(server, api, 1),
    await pendingFile(server, other, 30),
  ];
  const bytes = await half(other, theirs);
  await work(server, 'housekeeping');
  expect([
    await statusOf(api, ours),
    await statusOf(api, fresh),
    await statusOf(other, theirs),
  ]).toEqual([undefined, 'pending', undefined]);
  expect(existsSync(bytes)).toBe(false);
  // The journal says who it was.
  const { rows } = await server.db.query(
    `select actor->>'id' as actor from app.journal where type = 'file.purged' and resource_id = $1`,
    [theirs],
  );
  expect(rows).toEqual([{ actor: 'worker' }]);
  expect((await upload(api, 'more')).status).toBe(201);
});
