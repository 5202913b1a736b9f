import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  createClient,
  createTenant,
  platformClient,
  type TenantClient,
} from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

describe('two servers on one database', () => {
  let one: TestServer;
  let other: Omit<TestServer, 'sibling'>;
  let api: TenantClient;
  beforeAll(async () => {
    one = await startTestServer();
    other = await one.sibling({ PLATFORM_ADMIN_KEY: one.platformKey });
    api = await createTenant(one);
  });
  afterAll(async () => {
    await other.close();
    await one.close();
  });

  /** A key that both servers have just served, so that whatever they remember of it is fresh. */
  async function warmKey(): Promise<{ keyId: string; here: Client; there: Client }> {
    const here = await api.withKey(['read']);
    const there = createClient(other, here.token);
    expect((await here.get('/v1/object-types')).status).toBe(200);
    expect((await there.get('/v1/object-types')).status).toBe(200);
    return { keyId: here.keyId, here, there };
  }

  const statuses = async ({ here, there }: { here: Client; there: Client }) => [
    (await there.get('/v1/object-types')).status,
    (await here.get('/v1/object-types')).status,
  ];

  it('see a revocation at once', async () => {
    const key = await warmKey();
    await api.delete(`/v1/keys/${key.keyId}`);
    expect(await statuses(key)).toEqual([401, 401]);
  });

  it('see a rotation at once', async () => {
    const key = await warmKey();
    await api.post(`/v1/keys/${key.keyId}/rotate`);
    expect(await statuses(key)).toEqual([401, 401]);
  });

  it('see changed scopes and addresses at once', async () => {
    const key = await warmKey();
    await api.patch(`/v1/keys/${key.keyId}`, { ip_allowlist: ['192.0.2.7'] });
    expect(await statuses(key)).toEqual([403, 403]);
    await api.patch(`/v1/keys/${key.keyId}`, { ip_allowlist: [], scopes: ['ai'] });
    expect(await statuses(key)).toEqual([403, 403]);
  });

  it('see at once that a tenant is suspended, and that it is active again', async () => {
    const key = await warmKey();
    const operator = platformClient(one);
    await operator.post(`/admin/tenants/${api.tenant.id}/suspend`, { reason: 'Test' });
    expect(await statuses(key)).toEqual([403, 403]);
    await operator.post(`/admin/tenants/${api.tenant.id}/activate`);
    expect(await statuses(key)).toEqual([200, 200]);
  });
});

describe('the time and address of a key’s last use', () => {
  it('are written by the time the server has stopped, for successful calls only', async () => {
    const server = await startTestServer();
    const second = await server.sibling();
    const api = await createTenant(server);
    const used = await api.withKey(['read']);
    const refused = await api.withKey(['files']);
    const before = Date.now();
    expect((await createClient(second, used.token).get('/v1/object-types')).status).toBe(200);
    expect((await createClient(second, refused.token).get('/v1/object-types')).status).toBe(403);
    await second.close();

    const keys: { id: string; last_used_at: string | null; last_used_ip: string | null }[] = (
      await api.get('/v1/keys')
    ).body.data;
    const find = (id: string) => keys.find((key) => key.id === id);
    expect(find(used.keyId)?.last_used_ip).toBe('127.0.0.1');
    expect(Date.parse(find(used.keyId)?.last_used_at ?? '')).toBeGreaterThanOrEqual(before);
    expect(find(refused.keyId)).toMatchObject({ last_used_at: null, last_used_ip: null });
    await server.close();
  });
});
