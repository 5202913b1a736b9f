import { beforeAll, beforeEach, expect, it } from 'vitest';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';
import { contentOf, keysOnDisk, upload, uploaded, usedBytes } from './support-lifecycle.ts';

const server = useServer();
let operator: Client;
let api: TenantClient;
beforeAll(async () => {
  operator = platformClient(server);
});
beforeEach(async () => {
  api = await createTenant(server);
});

const change = (fields: object) => operator.patch(`/admin/tenants/${api.tenant.id}`, fields);
const limit = (storage_bytes: unknown) => change({ limits: { storage_bytes } });
const slot = (size_bytes: number) =>
  api.post('/v1/files/upload-url', { filename: 'x.txt', mime_type: 'text/plain', size_bytes });
const purge = async (id: string) => {
  const { body } = await api.delete(`/v1/files/${id}?force=true`);
  return api.delete(`/v1/files/${id}?force=true&confirm_token=${body.error.confirm_token}`);
};

it('a storage quota 99 percent full is not exceeded by 50 simultaneous uploads', async () => {
  await limit(10_000);
  await uploaded(api, 'x'.repeat(9_900));
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => (n % 2 ? upload(api, `${n}`.padEnd(30, '.')) : slot(30))),
  );
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(47);
  for (const { status, body } of refused) {
    expect([status, body.error.code]).toEqual([403, 'PLAN_LIMIT_EXCEEDED']);
    expect(body.error.details).toMatchObject({ limit: 'storage_bytes', max: 10_000 });
    expect(body.error.details.used).toBeLessThanOrEqual(9_990);
  }
  expect(await usedBytes(server, api)).toBe(9_990);
  expect((await api.get('/v1/files/stats')).body.data).toMatchObject({
    quota_bytes: 10_000,
    used_bytes: 9_990,
  });
  // Refused uploads have left nothing behind.
  const kept = answers.filter(({ status, body }) => status === 201 && body.data.checksum_sha256);
  expect(await keysOnDisk(server)).toHaveLength(1 + kept.length);
});

it('a storage quota regains the room of abandoned slots, and of trashed files once permanently deleted', async () => {
  await limit(100);
  const file = await uploaded(api, 'x'.repeat(60));
  const reserved = (await slot(40)).body.data;
  expect((await slot(1)).status).toBe(403);
  await api.delete(`/v1/files/${reserved.file_id}`);
  expect(await usedBytes(server, api)).toBe(60);
  // The same bytes are kept once, and count for each file that has them.
  expect((await upload(api, 'x'.repeat(60))).status).toBe(403);
  await api.delete(`/v1/files/${file.id}`);
  expect((await upload(api, 'x'.repeat(60))).status).toBe(403);
  expect((await purge(file.id)).status).toBe(200);
  expect(await usedBytes(server, api)).toBe(0);
  expect((await upload(api, 'x'.repeat(60))).status).toBe(201);
});

it('a storage quota below current use stops uploads, while files can be read and deleted', async () => {
  const file = await uploaded(api, 'here already');
  await limit(5);
  const version = () =>
    api.send('POST', `/v1/files/${file.id}/upload-put`, { body: 'v2', headers: {} });
  for (const call of [() => upload(api, ''), () => slot(1), version]) {
    const { status, body } = await call();
    expect([status, body.error.code]).toEqual([403, 'PLAN_LIMIT_EXCEEDED']);
    expect(body.error.message).toMatch(/take up 12 of 5 bytes.*Delete some files permanently/);
  }
  expect(await contentOf(api, file.id)).toBe('here already');
  const renamed = await api.patch(`/v1/files/${file.id}`, { filename: 'renamed.txt' });
  expect(renamed.status).toBe(200);
  expect((await purge(file.id)).status).toBe(200);
  expect((await upload(api, 'small')).status).toBe(201);
});

it('the storage quota is the plan’s, unless the tenant has its own', async () => {
  await change({ plan_tier: 'free' });
  const quota = async () => (await api.get('/v1/files/stats')).body.data.quota_bytes;
  expect(await quota()).toBe(1_073_741_824);
  expect((await slot(1_073_741_825)).body.error.details.max).toBe(1_073_741_824);
  await limit(2 ** 40);
  expect(await quota()).toBe(2 ** 40);
  await limit(null);
  expect(await quota()).toBe(null);
  expect((await slot(1_073_741_825)).status).toBe(201);
  for (const wrong of [-1, 1.5, '10', 2 ** 53, true]) {
    const { status, body } = await limit(wrong);
    expect([wrong, status, body.error?.param]).toEqual([wrong, 400, 'limits.storage_bytes']);
  }
});
