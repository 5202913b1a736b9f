import { describe, expect, it } from 'vitest';
import { createClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { anybodyAt } from '../support/users.ts';

const path = '/v1/tenants';

const server = useOwnDatabase({ SELF_SERVE: 'on', TRUSTED_PROXIES: 'loopback' });
let count = 0;

/** From an address of its own. */
const create = (body: object, address = `203.0.113.${++count}`) =>
  anybodyAt(server).post(path, body, { 'x-forwarded-for': address });
const owner = { email: 'Ada@example.com', password: 'correct horse' };
const tenantsNamed = async (name: string) =>
  (await server.db.query('select from app.tenants where name = $1', [name])).rowCount;

describe('a self-service tenant', () => {
  it('comes with its owner, a session and a key, all of which work', async () => {
    const { status, body } = await create({
      name: 'Acme',
      slug: 'acme',
      brand_name: 'ACME!',
      owner,
      region: 'eu',
    });
    expect(status).toBe(201);
    const { tenant, user, session, key, token } = body.data;
    expect(tenant).toMatchObject({
      name: 'Acme',
      slug: 'acme',
      brand_name: 'ACME!',
      plan_tier: 'unlimited',
      region: 'eu',
    });
    expect(user).toMatchObject({ email: 'ada@example.com', role: 'owner', email_verified: false });
    expect(key).toMatchObject({ scopes: ['*'], status: 'active' });

    const byKey = createClient(server, token);
    const byUser = createClient(server, session.access_token);
    expect((await byUser.get('/v1/auth/user')).body.data.id).toBe(user.id);
    for (const caller of [byKey, byUser]) {
      expect((await caller.get('/v1/tenants/current')).body.data.id).toBe(tenant.id);
      expect((await caller.get('/v1/governance')).status).toBe(200);
    }
    const again = await anybodyAt(server).post('/v1/auth/signin', owner, {
      'x-tenant-id': 'acme',
    });
    expect(again.body.data.user.id).toBe(user.id);
    const found = await anybodyAt(server).post(
      '/v1/tenants/lookup',
      { email: owner.email },
      { 'x-forwarded-for': '203.0.113.250' },
    );
    expect(found.body.data).toEqual([{ tenant_id: tenant.id, brand_name: 'ACME!' }]);
    const { rows } = await server.db.query(
      'select distinct xid::text from app.journal where tenant_id = $1 and type ~ $2',
      [tenant.id, '^(tenant.created|key.created|user.created|branding.updated)$'],
    );
    expect(rows).toHaveLength(1);
  });

  it('can be requested with email and password at the top level, on a free plan', async () => {
    const free = await create({ name: 'Free', ...owner, plan_tier: 'free' });
    expect(free.body.data.tenant.plan_tier).toBe('free');
    const grab = await create({
      name: 'Grab',
      ...owner,
      plan_tier: 'enterprise',
    });
    expect(grab.body.data.tenant.plan_tier).toBe('unlimited');
    const more = { limits: { requests_per_minute: null }, role: 'admin' };
    expect((await create({ name: 'More', ...owner, ...more })).status).toBe(400);
  });

  it('is created completely or not at all', async () => {
    await create({ name: 'First', slug: 'taken', owner });
    const { status, body } = await create({ name: 'Second', slug: 'taken', owner });
    expect([status, body.error.code, body.error.param]).toEqual([409, 'ALREADY_EXISTS', 'slug']);
    expect(await tenantsNamed('Second')).toBe(0);
    const dry = await anybodyAt(server).post(`${path}?dry_run=true`, { name: 'Tried', owner });
    expect([dry.status, dry.body.error.param]).toEqual([400, 'dry_run']);
    expect(await tenantsNamed('Tried')).toBe(0);
  });

  it.each([
    [{}, 'name'],
    [{ name: 'X' }, 'owner'],
    [{ name: 'X', email: owner.email }, 'owner'],
    [{ name: 'X', owner: { email: 'no', password: owner.password } }, 'owner.email'],
    [{ name: 'X', owner: { email: owner.email, password: 'short12' } }, 'owner.password'],
    [{ name: 'X', ...owner, password: 'x'.repeat(1025) }, 'password'],
    [{ name: 'X', ...owner, slug: 'No Slug' }, 'slug'],
    [{ name: '', ...owner }, 'name'],
  ])('%j is refused', async (body, param) => {
    const answer = await create(body);
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([
      400,
      'VALIDATION_ERROR',
      param,
    ]);
    expect(await tenantsNamed('X')).toBe(0);
  });

  it('is limited in number per IP address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 31 }, () => create({ name: 'X' }, '192.0.2.9')),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  it('can only be created by the operator when SELF_SERVE is off', async () => {
    const closed = await server.sibling({ SELF_SERVE: 'off' });
    const { status, body } = await anybodyAt(closed).post(path, { name: 'Closed', owner });
    expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect(body.error.message).toMatch(/SELF_SERVE=on/);
    expect(await tenantsNamed('Closed')).toBe(0);
    await closed.close();
  });
});
