import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { earlier } from '../support/earlier.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { contentOf, keysOnDisk, uploaded, usedBytes, work } from './support-lifecycle.ts';

const server = useOwnDatabase({ WORKER: 'on' });
let api: TenantClient;
let other: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
  other = await createTenant(server);
});

const keysOf = ({ tenant }: TenantClient) => keysOnDisk(server, tenant.id);

/** A file that has been in the trash for some days. */
async function trashed(tenant: TenantClient, content: string, days: number) {
  const file = await uploaded(tenant, content);
  await tenant.delete(`/v1/files/${file.id}`);
  await server.db.query(
    `update app.files set deleted_at = ${earlier('deleted_at', 'make_interval(days => $2)')} where id = $1`,
    [file.id, days],
  );
  return file;
}

it('trash_retention_days permanently deletes files with bytes and quota, only of this tenant', async () => {
  const old = [await trashed(api, 'old one', 8), await trashed(api, 'old two', 80)];
  const young = await trashed(api, 'young', 6);
  const live = await uploaded(api, 'live');
  const theirs = await trashed(other, 'theirs', 800);
  await work(server, 'housekeeping');
  expect(await keysOf(api)).toHaveLength(4);

  await api.patch('/v1/governance', { trash_retention_days: 7 });
  await other.patch('/v1/governance', { version_retention: 1 });
  await work(server, 'housekeeping');
  expect(await keysOf(api)).toEqual([young.storage_key, live.storage_key].toSorted());
  expect(await usedBytes(server, api)).toBe(young.size_bytes + live.size_bytes);
  for (const { id } of old) {
    expect((await api.get(`/v1/files/${id}?include_deleted=true`)).status).toBe(404);
    expect((await api.post(`/v1/files/${id}/restore`)).status).toBe(404);
  }
  expect((await api.post(`/v1/files/${young.id}/restore`)).status).toBe(200);
  expect(await contentOf(api, young.id)).toBe('young');
  expect(await keysOf(other)).toEqual([theirs.storage_key]);
  const { rows } = await server.db.query(
    `select resource_id, actor->>'id' as actor from app.journal
     where tenant_id = $1 and type = 'file.purged' order by resource_id`,
    [api.tenant.id],
  );
  expect(rows).toEqual(old.map(({ id }) => ({ resource_id: id, actor: 'worker' })));
});

it('version_retention deletes the oldest file versions, never the current one, which may share its bytes', async () => {
  const file = await uploaded(api, 'v1');
  const put = async (content: string) => {
    const { body } = await api.send('POST', `/v1/files/${file.id}/upload-put`, {
      body: content,
      headers: { 'content-type': 'text/plain' },
    });
    expect(body.error).toBeUndefined();
  };
  for (const content of ['v22', 'v333', 'v1']) await put(content);
  const single = await uploaded(api, 'single');
  await api.patch('/v1/governance', { version_retention: 1 });
  await work(server, 'housekeeping');
  const versions = (await api.get(`/v1/files/${file.id}/versions`)).body.data;
  expect(versions.map(({ version }: { version: number }) => version)).toEqual([4, 3]);
  expect(await contentOf(api, file.id)).toBe('v1');
  expect(await contentOf(api, single.id)).toBe('single');
  expect(await usedBytes(server, api)).toBe('v1'.length + 'v333'.length + single.size_bytes);
  expect(await keysOf(api)).toHaveLength(3);
});

describe('deleting a tenant with files', () => {
  it('leaves none of its bytes, and all of another tenant’s', async () => {
    const operator = platformClient(server);
    for (const content of ['one', 'two']) await uploaded(api, content);
    const theirs = await uploaded(other, 'one');
    const path = `/admin/tenants/${api.tenant.id}`;
    const { confirm_token, dependencies } = (await operator.delete(path)).body.error;
    expect(dependencies).toContainEqual({ type: 'file', count: 2, label: '2 files' });
    await operator.delete(`${path}?force=true&confirm_token=${confirm_token}`);
    await until(
      () => keysOf(api),
      (keys) => keys.length === 0,
    );
    expect(await contentOf(other, theirs.id)).toBe('one');
  });
});
