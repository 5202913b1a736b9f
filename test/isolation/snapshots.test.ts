import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { backupOf, download, over, path, restoredAt, upload } from '../backups/scene.ts';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { uploadText } from '../support/seed-files.ts';
import { settle } from '../support/settle.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

/**
 * 200 tenants, and what is done with snapshots to a few of them: no byte changes of what the others read, nor of what is
 * read of those that are only copied.
 */
const server = useOwnDatabase({ WORKER: 'on', TRUSTED_PROXIES: 'loopback' });

const count = 200;
/** At once: a call that waits travels with others, so that each costs less. */
const together = 8;

interface Tenant {
  api: TenantClient;
  objects: string[];
  file: string;
}
let operator: Client;
let tenants: Tenant[];

/** Does something for each, some at a time. */
async function forEach<T, R>(all: T[], work: (one: T, n: number) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  const numbers = all.keys();
  const lane = async () => {
    for (const n of numbers) done[n] = await work(all[n] as T, n);
  };
  await Promise.all(Array.from({ length: together }, lane));
  return done;
}

beforeAll(async () => {
  operator = platformClient(server);
  tenants = await forEach(Array.from({ length: count }), async (_, n) => {
    const api = await createTenant(server, { name: `Tenant ${n}` });
    const post = (to: string, body: object, id?: string) => ({
      method: 'POST',
      path: to,
      body,
      id,
    });
    const properties = [{ name: 'name', data_type: 'string', is_indexed: true, is_unique: true }];
    const requests = [
      post('/v1/object-types', { name: 'things', properties }),
      post('/v1/objects/things', { properties: { name: `one of ${n}` } }, 'one'),
      post('/v1/objects/things', { properties: { name: `two of ${n}` } }, 'two'),
      post('/v1/roles', { name: 'editors', permissions: ['objects:read:things'] }),
      // It hears of nothing that happens here: what is done for it would change what is read.
      post('/v1/webhooks', { url: `https://hooks.example/${n}`, events: ['custom.nothing'] }),
    ];
    const { body } = await api.post('/v1/transaction', { requests });
    expect(body.error).toBe(undefined);
    const objects = body.data.results
      .slice(1, 3)
      .map((one: { data: { id: string } }) => one.data.id);
    return { api, objects, file: (await uploadText(api, `file-${n}.txt`)).id };
  });
  await settle(server.db);
}, 300_000);

/** Digests of what a tenant reads, by path. */
async function digests({ api, file }: Tenant): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [at, body] of [
    ['/v1/changes?limit=100'],
    ['/v1/objects/things/search', { filters: { name: { contains: 'o' } }, sort: 'name' }],
    ['/v1/object-types'],
    ['/v1/roles'],
    ['/v1/webhooks'],
    ['/v1/files/trash'],
    [`/v1/files/${file}/content`],
    ['/v1/tenants/current'],
  ] as Array<[string, object?]>) {
    const answer = await fetch(server.url + at, {
      headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const isJson = answer.headers.get('content-type')?.includes('json');
    const text = isJson
      ? JSON.stringify(await answer.json(), (name, value) =>
          // The place of the feed moves on with the transactions of all tenants.
          name === 'request_id' || name === 'next_since' ? undefined : value,
        )
      : await answer.text();
    found[at] = `${answer.status} ${createHash('sha256').update(text).digest('hex')}`;
  }
  return found;
}

async function restored(at: string, body: object): Promise<void> {
  const done = await restoredAt(operator, at, body);
  expect(done).toMatchObject({ status: 'completed', error: null });
}

it('changes no byte of what any other tenant reads', { timeout: 1_800_000 }, async () => {
  const before = await forEach(tenants, digests);
  const isRead = (digest: string) => digest.startsWith('200 ');
  expect(before.flatMap((one) => Object.values(one)).every(isRead)).toBe(true);
  expect(new Set(before.map((one) => JSON.stringify(one))).size).toBe(count);
  const [copied, cloned, inPlace, merged, applied, compared, tried] = tenants as [
    Tenant,
    ...Tenant[],
  ] as Tenant[] & Record<number, Tenant>;
  const idOf = (one: Tenant | undefined) => (one as Tenant).api.tenant.id as string;

  const backup = await backupOf(operator, idOf(copied));
  const at = `${path}/${backup.id}/restore`;
  await restored(at, { mode: 'new_tenant', name: 'Restored' });
  await restored(`/admin/tenants/${idOf(cloned)}/clone`, { name: 'Copy', journal: 'all' });
  // Into tenants other than its own as well, whose records have other ids.
  await restored(at, { mode: 'in_place', target_tenant_id: idOf(inPlace) });
  const all = { types: ['things'] };
  await restored(at, { mode: 'merge', only: all, target_tenant_id: idOf(merged) });

  const { body } = await operator.post(`/admin/tenants/${idOf(applied)}/diff`, {
    with: { tenant_id: idOf(compared) },
  });
  const diff = `/admin/diffs/${body.data.id}`;
  await over(operator, diff);
  const asked = { changes: 'all' };
  const refused = await operator.post(`${diff}/apply`, asked);
  const { confirm_token } = refused.body.error;
  await operator.post(`${diff}/apply`, { ...asked, confirm_token });
  const { apply } = await until(
    async () => (await operator.get(diff)).body.data,
    (one) => !['pending', 'running'].includes(one.apply?.status),
    300,
  );
  expect(apply).toMatchObject({ status: 'completed', report: { conflicts: [] } });

  // Archives that are refused, early and late.
  const { bytes } = await download(operator, backup.id);
  const flipped = Buffer.from(bytes);
  const middle = bytes.length >> 1;
  flipped[middle] = (bytes[middle] as number) ^ 1;
  for (const hostile of [flipped, bytes.subarray(0, -40), Buffer.concat([bytes, bytes])]) {
    const { status } = await upload(operator, hostile);
    expect(status).toBe(400);
  }

  const { api } = tried as Tenant;
  const sandbox = (await api.post('/v1/sandboxes', { name: 'Tried', data: 'all' })).body.data;
  const box = await until(
    async () => (await api.get(`/v1/sandboxes/${sandbox.id}`)).body.data,
    ({ status }) => status !== 'pending' && status !== 'running',
    300,
  );
  expect(box).toMatchObject({ status: 'active' });
  await api.delete(`/v1/sandboxes/${sandbox.id}`);
  await until(
    async () => (await operator.get(`/admin/tenants/${box.tenant_id}`)).body.data?.status,
    (status) => status === 'deleted' || status === undefined,
    300,
  );

  // Feeds tell of what happened only when all that began before has ended.
  await settle(server.db);
  const after = await forEach(tenants, digests);
  // Of all others but those into which something was restored, and those whose feeds tell of the sandbox and of the copy.
  const targets = [inPlace, merged, applied, tried, cloned].map((one) =>
    tenants.indexOf(one as Tenant),
  );
  const isOther = (_: unknown, n: number) => !targets.includes(n);
  expect(after.filter(isOther)).toEqual(before.filter(isOther));
  for (const n of targets) expect([n, after[n]]).not.toEqual([n, before[n]]);
});
