import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { useServer } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';

const path = '/v1/tenants/current';

const server = useServer();
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server, { name: 'Acme' });
});

describe('the tenant of a caller', () => {
  it('is shown without the operator’s notes', async () => {
    const { status, body } = await api.get(path);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: api.tenant.id,
      name: 'Acme',
      slug: api.tenant.slug,
      status: 'active',
      plan_tier: 'unlimited',
      region: null,
      brand_name: 'Acme',
      custom_domain: null,
      counts: { objects: 0 },
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await (await signUp(api)).client.get(path)).status).toBe(200);
    const key = await api.withKey(['ai']);
    expect((await key.get(path)).status).toBe(403);
    expect((await api.as(undefined).get(path)).status).toBe(401);
  });

  it('can be renamed by holders of every permission', async () => {
    const { body } = await api.patch(path, { name: 'Acme Ltd', brand_name: 'ACME' });
    expect(body.data).toMatchObject({
      name: 'Acme Ltd',
      brand_name: 'ACME',
      slug: api.tenant.slug,
    });
    expect((await api.get('/v1/branding')).body.data.brand_name).toBe('ACME');
    const back = await api.patch(path, { brand_name: null });
    expect(back.body.data).toMatchObject({ name: 'Acme Ltd', brand_name: 'Acme Ltd' });
    const { client } = await signUp(api);
    const key = await api.withKey(['read', 'write', 'schema', 'files', 'auth', 'ai']);
    for (const caller of [client, key])
      expect((await caller.patch(path, { name: 'Mine' })).status).toBe(403);
    for (const name of ['', 7, 'x'.repeat(201)])
      expect((await api.patch(path, { name })).body.error.param).toBe('name');
    // Settings that only the operator gives.
    const grab = { plan_tier: 'enterprise', status: 'suspended', limits: {}, id: 'ten_x' };
    const grabbed = await api.patch(path, grab);
    expect([grabbed.status, grabbed.body.error.details.length]).toEqual([400, 4]);
  });

  it('counts only its own data, whatever others do (T17)', async () => {
    const other = await createTenant(server);
    const [type, theirs] = [await defineType(api), await defineType(other)];
    const add = (tenant: TenantClient, to: string, count: number) =>
      tenant.post(`${to}/batch/create`, {
        objects: Array.from({ length: count }, () => ({ properties: {} })),
      });
    await add(api, type.path, 3);
    const seen = async () => [
      (await api.get(path)).body.data.counts.objects,
      (await api.get(`${type.path}/list`)).body.data.total,
      (await api.post(`${type.path}/search`, {})).body.data.total,
      (await api.get('/v1/audit-logs')).body.data.total,
      (await api.get('/v1/events/list')).body.data.total,
      (await api.get('/v1/auth-config')).body.data,
    ];
    const before = await seen();
    for (let n = 0; n < 10; n++) await add(other, theirs.path, 100);
    await signUp(other);
    await other.post('/v1/events', { event_type: 'x' });
    await other.post('/v1/auth-config', { jwt_expiry: 60 });
    expect(await seen()).toEqual(before);
    expect(before[0]).toBe(3);
    expect((await other.get(path)).body.data.counts.objects).toBe(1000);
  });
});
