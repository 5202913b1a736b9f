import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();
let operator: Client;
let api: TenantClient;
let path: string;
beforeAll(async () => {
  operator = platformClient(server);
  api = await createTenant(server);
  path = `/admin/tenants/${api.tenant.id}`;
});

const nobody = '/admin/tenants/ten_00000000000000000000000000000000';
const tenantAnswers = async () => {
  const { status, body } = await api.get('/v1/object-types');
  return [status, body.error?.code];
};

describe('changing a tenant', () => {
  it('changes what is sent, and keeps the rest', async () => {
    const named = await operator.patch(path, { name: 'Renamed', metadata: { tier: 1 } });
    expect(named.status).toBe(200);
    expect(named.body.data).toEqual({
      ...api.tenant,
      name: 'Renamed',
      metadata: { tier: 1 },
      updated_at: expect.not.stringMatching(api.tenant.updated_at),
    });
    const limited = await operator.patch(path, {
      limits: { requests_per_minute: 5000 },
      features: { beta: true },
    });
    expect(limited.body.data).toMatchObject({
      name: 'Renamed',
      metadata: { tier: 1 },
      features: { beta: true },
    });
  });

  it('cannot change its slug, id or history', async () => {
    const { status } = await operator.patch(path, {
      slug: 'elsewhere',
      id: 'ten_x',
      created_at: '2020-01-01T00:00:00Z',
    });
    expect(status).toBe(400);
    const { slug, id, created_at } = api.tenant;
    expect((await operator.get(path)).body.data).toMatchObject({ slug, id, created_at });
  });

  it('applies a new rate at once', async () => {
    const own = await createTenant(server);
    const rate = async () => (await own.get('/v1/object-types')).headers.get('ratelimit-limit');
    expect(await rate()).toBeNull();
    await operator.patch(`/admin/tenants/${own.tenant.id}`, { plan_tier: 'starter' });
    expect(await rate()).toBe('600');
    await operator.patch(`/admin/tenants/${own.tenant.id}`, { limits: { requests_per_minute: 7 } });
    expect(await rate()).toBe('7');
  });

  it.each([
    ['an empty name', { name: '' }],
    ['an unknown plan', { plan_tier: 'gold' }],
    ['a state set only by its own operation', { status: 'deleted' }],
    ['metadata that is not an object', { metadata: [] }],
  ])('refuses %s', async (_, body) => {
    expect((await operator.patch(path, body)).status).toBe(400);
  });

  it('journals the old and the new state', async () => {
    await operator.patch(path, { name: 'Before' });
    await operator.patch(path, { name: 'After' });
    const { rows } = await server.db.query(
      `select before->>'name' as before, after->>'name' as after from app.journal
       where tenant_id = $1 and type = 'tenant.updated' order by xid desc limit 1`,
      [api.tenant.id],
    );
    expect(rows).toEqual([{ before: 'Before', after: 'After' }]);
  });
});

describe('suspending a tenant', () => {
  it('refuses its keys at once, with the reason, until it is activated', async () => {
    const suspended = await operator.post(`${path}/suspend`, { reason: 'Unpaid' });
    expect(suspended.status).toBe(200);
    expect(suspended.body.data).toMatchObject({ status: 'suspended', status_reason: 'Unpaid' });
    expect(await tenantAnswers()).toEqual([403, 'TENANT_SUSPENDED']);
    const activated = await operator.post(`${path}/activate`);
    expect(activated.status).toBe(200);
    expect(activated.body.data).toMatchObject({ status: 'active', status_reason: null });
    expect(await tenantAnswers()).toEqual([200, undefined]);
  });

  it('also works by PATCH of the status, and can be repeated', async () => {
    await operator.patch(path, { status: 'suspended' });
    expect((await operator.post(`${path}/suspend`)).body.data.status).toBe('suspended');
    expect(await tenantAnswers()).toEqual([403, 'TENANT_SUSPENDED']);
    await operator.patch(path, { status: 'active' });
    expect(await tenantAnswers()).toEqual([200, undefined]);
  });

  it('does not affect other tenants', async () => {
    const other = await createTenant(server);
    await operator.post(`${path}/suspend`);
    expect((await other.get('/v1/object-types')).status).toBe(200);
    await operator.post(`${path}/activate`);
  });

  it('refuses a reason of 501 characters', async () => {
    const { status } = await operator.post(`${path}/suspend`, { reason: 'x'.repeat(501) });
    expect(status).toBe(400);
    expect(await tenantAnswers()).toEqual([200, undefined]);
  });
});

describe('a key created by the operator', () => {
  it('works for the tenant with the given scopes', async () => {
    const { status, body } = await operator.post(`${path}/keys`, {
      label: 'Support',
      scopes: ['read'],
    });
    expect(status).toBe(201);
    const support = api.as(body.data.token);
    expect((await support.get('/v1/object-types')).status).toBe(200);
    expect((await support.post('/v1/object-types', { name: 'x' })).status).toBe(403);
    const listed = (await api.get('/v1/keys')).body.data[0];
    expect(listed).toMatchObject({ label: 'Support', created_by: 'platform:platform' });
  });
});

describe('an unknown tenant', () => {
  it.each([
    ['get', '', undefined],
    ['patch', '', { name: 'x' }],
    ['delete', '', undefined],
    ['post', '/suspend', {}],
    ['post', '/activate', undefined],
    ['post', '/keys', { scopes: ['read'] }],
    ['get', '/keys', undefined],
  ] as const)('is 404 for %s %s', async (method, tail, body) => {
    const { status, body: answer } = await operator[method](nobody + tail, body);
    expect([status, answer.error.code, answer.error.details]).toEqual([
      404,
      'NOT_FOUND',
      { resource: 'tenant' },
    ]);
  });
});
