import { beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { anotherAddress, createUser, signUp } from '../support/users.ts';

const server = useServer();
const api = useTenant(server);
const other = useTenant(server);

const users = '/v1/users';
const absent = `${users}/usr_0192f7c1d5e87a3b9c4d2e1f0a6b8c7d`;

describe('POST /v1/users', () => {
  it('creates a user who can sign in', async () => {
    const { status, body } = await api.post(users, {
      email: 'Ada@Example.com',
      password: 'correct horse',
      phone: '+14155550111',
      email_verified: true,
      user_metadata: { name: 'Ada' },
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      email: 'ada@example.com',
      phone: '+14155550111',
      role: 'user',
      roles: ['user'],
      email_verified: true,
      phone_verified: false,
      status: 'active',
      banned: false,
      ban_reason: null,
      banned_until: null,
      mfa_enabled: false,
      is_anonymous: false,
      identities: [],
      user_metadata: { name: 'Ada' },
    });
    const signin = { email: 'ada@example.com', password: 'correct horse' };
    expect((await api.post('/v1/auth/signin', signin, anotherAddress())).status).toBe(200);
    expect((await api.get(`${users}/${body.data.id}`)).body.data).toMatchObject({
      ...body.data,
      last_sign_in_at: expect.any(String),
    });
  });

  it('requires no password, and accepts an email once per tenant', async () => {
    const user = { email: 'twice@example.com' };
    expect((await api.post(users, user)).status).toBe(201);
    const again = await api.post(users, { email: 'TWICE@example.com' });
    expect([again.status, again.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    expect((await other.post(users, user)).status).toBe(201);
    const phone = { phone: '+14155550112' };
    expect((await api.post(users, phone)).status).toBe(201);
    expect((await api.post(users, phone)).body.error.details.field).toBe('phone');
  });

  it('runs once per Idempotency-Key, although each hash of the password differs', async () => {
    const user = { email: 'once@example.com', password: 'correct horse' };
    const [first, second] = [
      await api.post(users, user, { 'idempotency-key': 'user-1' }),
      await api.post(users, user, { 'idempotency-key': 'user-1' }),
    ];
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body.data.id).toBe(first.body.data.id);
  });

  it.each([
    ['no address', { password: 'correct horse' }, 'email'],
    ['a malformed address', { email: 'ada' }, 'email'],
    ['a phone without a country code', { phone: '0171' }, 'phone'],
    ['a short password', { email: 'x@example.com', password: '1234567' }, 'password'],
    ['an unknown role', { email: 'x@example.com', role: 'king' }, 'role'],
    ['the role anonymous', { email: 'x@example.com', role: 'anonymous' }, 'role'],
    [
      'email_verified without an email',
      { phone: '+14155550113', email_verified: true },
      'email_verified',
    ],
    ['metadata that is a list', { email: 'x@example.com', user_metadata: [] }, 'user_metadata'],
  ])('refuses %s', async (_, body, param) => {
    const answer = await api.post(users, body);
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
  });

  it('enforces the password rules of the tenant', async () => {
    await server.db.query(
      `insert into app.tenant_settings (tenant_id, auth)
       values ($1, '{"password": {"min_length": 12}}')`,
      [other.tenant.id],
    );
    const answer = await other.post(users, { email: 'w@example.com', password: 'eight888' });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'WEAK_PASSWORD']);
  });
});

describe('GET /v1/users', () => {
  let tenant: TenantClient;
  beforeAll(async () => {
    tenant = await createTenant(server);
    for (const name of ['a', 'b_', 'c'])
      await tenant.post(users, {
        email: `${name}@example.com`,
        user_metadata: { name: `N-${name}` },
      });
    await tenant.post(users, { phone: '+14155550199', role: 'admin' });
  });
  const emails = async (query: string) => {
    const { body } = await tenant.get(`${users}?${query}`);
    return [body.data.users.map((user: { email: string }) => user.email), body.data.total];
  };

  it('lists the newest first, page by page', async () => {
    expect(await emails('')).toEqual([
      [null, 'c@example.com', 'b_@example.com', 'a@example.com'],
      4,
    ]);
    expect(await emails('limit=2&offset=1')).toEqual([['c@example.com', 'b_@example.com'], 4]);
    expect((await tenant.get(`${users}?limit=0`)).status).toBe(400);
  });

  it('finds users by email, phone, name or id, and treats special characters literally', async () => {
    expect(await emails('search=C@Example')).toEqual([['c@example.com'], 1]);
    expect(await emails('search=_')).toEqual([['b_@example.com'], 1]);
    expect(await emails('search=%25')).toEqual([[], 0]);
    expect(await emails('search=0199')).toEqual([[null], 1]);
    expect(await emails('search=n-a')).toEqual([['a@example.com'], 1]);
    const { id } = (await tenant.get(`${users}?search=c@`)).body.data.users[0];
    expect(await emails(`search=${id}`)).toEqual([['c@example.com'], 1]);
  });

  it('finds users by role, base or assigned', async () => {
    expect((await emails('role=admin'))[1]).toBe(1);
    const { id } = (await tenant.get(`${users}?search=c@`)).body.data.users[0];
    await server.db.query(
      `with role as (insert into app.roles (tenant_id, id, name, inherited_names)
         values ($1, 'role_editor', 'editor', '{editor}'))
       insert into app.role_members (tenant_id, user_id, role_id) values ($1, $2, 'role_editor')`,
      [tenant.tenant.id, id],
    );
    expect(await emails('role=editor')).toEqual([['c@example.com'], 1]);
    expect((await tenant.get(`${users}/${id}`)).body.data.roles).toEqual(['editor', 'user']);
  });
});

describe('PATCH /v1/users/:user_id', () => {
  it('changes addresses, metadata and role', async () => {
    const { user } = await createUser(api, { user_metadata: { a: 1, b: 2 } });
    const { status, body } = await api.patch(`${users}/${user.id}`, {
      email: 'New@Example.com',
      phone: '+14155550120',
      email_verified: true,
      role: 'admin',
      user_metadata: { b: null, c: 3 },
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: user.id,
      email: 'new@example.com',
      phone: '+14155550120',
      email_verified: true,
      role: 'admin',
      user_metadata: { a: 1, c: 3 },
    });
    const moved = await api.patch(`${users}/${user.id}`, { email: 'newer@example.com' });
    expect(moved.body.data.email_verified).toBe(false);
    const { rows } = await server.db.query(
      `select count(*)::int as listed from app.email_tenants
       where tenant_id = $1
         and email_hash in (sha256('newer@example.com'), sha256('new@example.com'))`,
      [api.tenant.id],
    );
    expect(rows[0].listed).toBe(1);
  });

  it('refuses addresses that are taken, and removing the last address to sign in with', async () => {
    const [one, two] = [await createUser(api), await createUser(api)];
    const taken = await api.patch(`${users}/${one.user.id}`, { email: two.email });
    expect([taken.status, taken.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    const none = await api.patch(`${users}/${one.user.id}`, { email: null });
    expect([none.status, none.body.error.param]).toEqual([400, 'email']);
  });

  it('refuses unknown fields', async () => {
    const { user } = await createUser(api);
    const sent = {
      id: 'usr_x',
      password_hash: 'x',
      is_anonymous: true,
    };
    const { status, body } = await api.patch(`${users}/${user.id}`, {
      ...sent,
      made: { password_hash: 'x' },
    });
    expect([status, body.error.details.length]).toEqual([400, 4]);
    const { rows } = await server.db.query(`select password_hash from app.users where id = $1`, [
      user.id,
    ]);
    expect(rows[0].password_hash).toMatch(/^\$argon2id/);
  });
});

describe('managing users', () => {
  const calls = (user: string) =>
    [
      ['get', `${users}/${user}`],
      ['patch', `${users}/${user}`, {}],
      ['delete', `${users}/${user}`],
      ['get', `${users}/${user}/mfa`],
      ['delete', `${users}/${user}/mfa/mfa_0`],
      ['post', `${users}/${user}/generate-link`, { type: 'recovery' }],
    ] as const;

  it('is refused to callers of another tenant', async () => {
    const { user } = await createUser(api);
    for (const [method, path, body] of calls(user.id))
      expect([path, (await other[method](path, body)).status]).toEqual([path, 404]);
    expect((await api.get(absent)).body.error.details).toEqual({ resource: 'user' });
  });

  it('is refused to keys without the scope auth, plain or anonymous users, and callers without a token', async () => {
    const { user, client } = await signUp(api);
    const key = await api.withKey(['read', 'write', 'schema', 'files']);
    const anonymous = await api.post('/v1/auth/anonymous', {}, anotherAddress());
    const all = [
      ...calls(user.id),
      ['get', users],
      ['post', users, { email: 'z@example.com' }],
      ['post', `${users}/invite`, { email: 'z@example.com' }],
      ['post', '/v1/auth/invite', { email: 'z@example.com' }],
    ] as const;
    for (const [method, path, body] of all) {
      expect((await key[method](path, body)).body.error.code).toBe('INSUFFICIENT_SCOPE');
      expect((await client[method](path, body)).body.error.code).toBe('FORBIDDEN');
      const token = anonymous.body.data.access_token;
      expect((await api.as(token)[method](path, body)).body.error.code).toBe('FORBIDDEN');
      expect((await api.as(undefined)[method](path, body)).status).toBe(401);
    }
  });

  it('is permitted to keys with the scope auth, admins, and users whose role permits users:manage', async () => {
    await server.db.query(
      `insert into app.roles (tenant_id, id, name, inherited_names, inherited_permissions)
       values ($1, 'role_hr', 'hr', '{hr}', '{users:manage}'),
        ($1, 'role_desk', 'desk', '{desk}', '{users:read}')`,
      [api.tenant.id],
    );
    const key = await api.withKey(['auth']);
    const admin = await createUser(api, { role: 'admin' });
    const hr = await createUser(api, { role: 'hr' });
    for (const client of [key, admin.client, hr.client]) {
      const { status, body } = await client.post(users, {
        email: `by${Math.random()}@example.com`,
      });
      expect(status).toBe(201);
      expect((await client.patch(`${users}/${body.data.id}`, { banned: true })).status).toBe(200);
      expect((await client.delete(`${users}/${body.data.id}`)).status).toBe(200);
    }
    const desk = await createUser(api, { role: 'desk' });
    expect((await desk.client.get(users)).status).toBe(200);
    expect((await desk.client.post(users, { email: 'q@example.com' })).status).toBe(403);
  });
});
