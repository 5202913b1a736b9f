import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, platformClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('creating a tenant', () => {
  it('answers 201 with the tenant and a key that works at once', async () => {
    const api = await createTenant(server, { name: 'Acme' });
    expect(api.tenant).toMatchObject({ name: 'Acme', slug: 'acme', status: 'active' });
    expect((await api.get('/v1/object-types')).body.data).toEqual([]);
    const key = await api.withKey(['read']);
    expect((await key.get('/v1/keys')).status).toBe(403);
  });

  it('is read back by the operator', async () => {
    const api = await createTenant(server, { name: 'Read back' });
    const { body } = await platformClient(server).get(`/admin/tenants/${api.tenant.id}`);
    expect(body.data).toEqual(api.tenant);
  });
});
