import { beforeAll, describe, expect, it } from 'vitest';
import { again } from '../support/again.ts';
import { type Client, createTenant, platformClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();
let operator: Client;
beforeAll(async () => {
  operator = platformClient(server);
});

const create = (body: object) => operator.post('/admin/tenants', body);

describe('creating a tenant', () => {
  it('answers 201 with the tenant and a key that has every scope at once', async () => {
    const { status, body } = await create({
      name: '  Acme Corp.  ',
      owner_email: 'Owner@Example.com',
      owner_password: 'correct horse',
      plan_tier: 'pro',
      region: 'eu',
      limits: { requests_per_minute: 50 },
      metadata: { source: 'sales' },
    });
    expect(status).toBe(201);
    const { tenant, owner_user, key, token } = body.data;
    expect(tenant).toMatchObject({
      name: 'Acme Corp.',
      slug: 'acme-corp',
      owner_email: 'owner@example.com',
      plan_tier: 'pro',
      region: 'eu',
      limits: { requests_per_minute: 50 },
      metadata: { source: 'sales' },
      status: 'active',
      counts: { objects: 0, users: 1 },
      deleted_at: null,
    });
    expect([key.scopes, key.created_by]).toEqual([['*'], 'platform:platform']);
    const owner = { email: 'owner@example.com', role: 'owner', email_verified: true };
    expect(owner_user).toMatchObject(owner);
    const first = await operator.as(token).get('/v1/object-types');
    expect([first.status, first.body.data]).toEqual([200, []]);
    expect(first.headers.get('ratelimit-limit')).toBe('50');
  });

  it('can create an owner who can sign in and has every permission', async () => {
    const owner = { owner_email: 'first@example.com', owner_password: 'correct horse' };
    const { tenant } = (await create({ name: 'Owned', ...owner })).body.data;
    const anybody = operator.as(undefined);
    const signin = { email: 'first@example.com', password: 'correct horse', tenant_id: tenant.id };
    const { body } = await anybody.post('/v1/auth/signin', signin);
    expect((await operator.as(body.data.access_token).get('/v1/users')).body.data).toMatchObject({
      users: [{ role: 'owner', status: 'active' }],
      total: 1,
    });
    // Without an email there is none, and without a password one who cannot sign in with it.
    expect((await create({ name: 'Nobody’s' })).body.data.owner_user).toBeNull();
    const later = await create({ name: 'Later', owner_email: 'later@example.com' });
    expect(later.body.data.owner_user).toMatchObject({ email: 'later@example.com' });
    const none = { ...signin, email: 'later@example.com', tenant_id: later.body.data.tenant.id };
    expect((await anybody.post('/v1/auth/signin', none)).status).toBe(401);
  });

  it('happens once per Idempotency-Key, owner included', async () => {
    const body = { name: 'Once', owner_email: 'o@example.com', owner_password: 'correct horse' };
    const headers = { 'idempotency-key': 'tenant-once' };
    const [first, second] = [
      await operator.post('/admin/tenants', body, headers),
      await operator.post('/admin/tenants', body, headers),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.data).toEqual(first.body.data);
  });

  it('sets no limit unless a plan or limits do', async () => {
    const api = await createTenant(server);
    expect(api.tenant.plan_tier).toBe('unlimited');
    expect((await api.get('/v1/object-types')).headers.get('ratelimit-limit')).toBeNull();
  });

  it('can be read back, with its objects counted', async () => {
    const api = await createTenant(server);
    await api.post('/v1/object-types', { name: 'notes' });
    await api.post('/v1/objects/notes', {});
    const { status, body } = await operator.get(`/admin/tenants/${api.tenant.id}`);
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...api.tenant, counts: { objects: 1, users: 0 } });
  });

  it('is recorded in its own journal, by the platform', async () => {
    const api = await createTenant(server);
    const { rows } = await server.db.query(
      `select actor->>'type' as actor, resource_id, after->>'id' as id, request_id is not null as traced
       from app.journal where tenant_id = $1 and type = 'tenant.created'`,
      [api.tenant.id],
    );
    const { id } = api.tenant;
    expect(rows).toEqual([{ actor: 'platform', resource_id: id, id, traced: true }]);
  });

  it.each([
    ['no name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name of spaces', { name: '   ' }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['an unknown plan', { name: 'x', plan_tier: 'gold' }, 'plan_tier'],
    ['an owner without an address', { name: 'x', owner_email: 'nobody' }, 'owner_email'],
    ['a password without an owner', { name: 'x', owner_password: '12345678' }, 'owner_password'],
    [
      'a short password',
      { name: 'x', owner_email: 'o@example.com', owner_password: '1234567' },
      'owner_password',
    ],
    [
      'a rate of 0',
      { name: 'x', limits: { requests_per_minute: 0 } },
      'limits.requests_per_minute',
    ],
    ['a slug with capitals', { name: 'x', slug: 'Acme' }, 'slug'],
    ['a slug with a dot', { name: 'x', slug: 'a.b' }, 'slug'],
    ['a slug that begins with a hyphen', { name: 'x', slug: '-a' }, 'slug'],
    ['a slug that ends with a hyphen', { name: 'x', slug: 'a-' }, 'slug'],
    ['an empty slug', { name: 'x', slug: '' }, 'slug'],
    ['a slug longer than a label of a host name', { name: 'x', slug: 'a'.repeat(64) }, 'slug'],
  ])('refuses %s', async (_, body, path) => {
    const refused = await create(body);
    expect([refused.status, refused.body.error.code, refused.body.error.param]).toEqual([
      400,
      'VALIDATION_ERROR',
      path,
    ]);
  });

  it('requires the platform key', async () => {
    const api = await createTenant(server);
    const body = { name: 'Mine' };
    expect((await api.post('/admin/tenants', body)).status).toBe(403);
    expect((await api.as(undefined).post('/admin/tenants', body)).status).toBe(401);
    expect((await api.as('x'.repeat(40)).post('/admin/tenants', body)).status).toBe(401);
    expect((await api.as(`${server.platformKey}x`).get('/admin/tenants')).status).toBe(401);
  });
});

describe('the slug of a tenant', () => {
  const slugOf = async (body: object) => (await create(body)).body.data.tenant.slug;

  it('may be as short as one character and as long as 63', async () => {
    expect(await slugOf({ name: 'x', slug: 'a' })).toBe('a');
    expect(await slugOf({ name: 'x', slug: 'b'.repeat(63) })).toBe('b'.repeat(63));
  });

  it.each([
    ['Grün & Söhne GmbH', 'gr-n-s-hne-gmbh'],
    ['--Hello, World!--', 'hello-world'],
    ['A'.repeat(200), 'a'.repeat(50)],
  ])('is made from the name %j', async (name, slug) => {
    expect(await slugOf({ name })).toBe(slug);
  });

  it('is made from the id when the name has no letters, or is taken', async () => {
    const { tenant } = (await create({ name: '日本' })).body.data;
    expect(tenant.slug).toBe(tenant.id.slice(-8));
    await create({ name: 'Twice' });
    const { tenant: second } = (await create({ name: 'Twice' })).body.data;
    expect(second.slug).toBe(`twice-${second.id.slice(-8)}`);
  });

  it('is unique: 409 for the next tenant, and one winner of twenty at once', async () => {
    await create({ name: 'x', slug: 'taken' });
    const refused = await create({ name: 'y', slug: 'taken' });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    const race = await Promise.all(
      Array.from({ length: 20 }, () => again(() => create({ name: 'Race', slug: 'race' }))),
    );
    expect(race.map((answer) => answer.status).toSorted()).toEqual([201, ...Array(19).fill(409)]);
    const { rows } = await server.db.query(`select from app.tenants where slug = 'race'`);
    expect(rows).toHaveLength(1);
  });
});
