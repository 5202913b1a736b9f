import { beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTenant, type TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';
import { createUser, type SignedUp } from '../support/users.ts';

/** No one can give others more rights than their own, and the last owner stays. */

const server = useServer();

const users = '/v1/users';

let api: TenantClient;
let owner: SignedUp;
let admin: SignedUp;
/** May manage users, and nothing else of the tenant. */
let manager: SignedUp;
let plain: SignedUp;
beforeEach(async () => {
  api = await createTenant(server);
  await server.db.query(
    `insert into app.roles (tenant_id, id, name, permissions, inherited_names, inherited_permissions)
     values ($1, 'role_hr', 'hr', '{users:manage}', '{hr}', '{users:manage}'),
       ($1, 'role_root', 'root', '{*}', '{root}', '{*}'),
       ($1, 'role_keys', 'keymaster', '{keys:manage}', '{keymaster}', '{keys:manage}'),
       ($1, 'role_sales', 'sales', '{objects:write:deals}', '{sales}', '{objects:write:deals}')`,
    [api.tenant.id],
  );
  [owner, admin, manager, plain] = [
    await createUser(api, { role: 'owner' }),
    await createUser(api, { role: 'admin' }),
    await createUser(api, { role: 'hr' }),
    await createUser(api),
  ];
});

const assign = (user: SignedUp, role: string) =>
  server.db.query(
    `insert into app.role_members (tenant_id, user_id, role_id) values ($1, $2, $3)`,
    [api.tenant.id, user.user.id, role],
  );
const path = ({ user }: SignedUp) => `${users}/${user.id}`;
const roleOf = async (of: SignedUp) => (await api.get(path(of))).body.data.role;

async function expectForbidden(client: Client, target: SignedUp, body: object, required: string) {
  const before = await roleOf(target);
  const answer = await client.patch(path(target), body);
  expect([answer.status, answer.body.error?.code]).toEqual([403, 'FORBIDDEN']);
  expect(answer.body.error.details.required).toBe(required);
  expect(await roleOf(target)).toBe(before);
}

describe('a user manager who is not an admin', () => {
  it('promotes no one, themselves included, to admin, owner or a role that permits more than theirs', async () => {
    for (const target of [plain, manager]) {
      await expectForbidden(manager.client, target, { role: 'admin' }, '*');
      await expectForbidden(manager.client, target, { role: 'owner' }, 'owner');
      await expectForbidden(manager.client, target, { role: 'root' }, '*');
      await expectForbidden(manager.client, target, { role: 'keymaster' }, 'keys:manage');
    }
    for (const role of ['admin', 'owner', 'root', 'keymaster'])
      for (const at of [users, `${users}/invite`]) {
        const answer = await manager.client.post(at, { email: `${role}@example.com`, role });
        expect([at, role, answer.status]).toEqual([at, role, 403]);
      }
  });

  it('can grant what everyone who signs up has, and what they have themselves', async () => {
    for (const role of ['hr', 'sales', 'user'])
      expect((await manager.client.patch(path(plain), { role })).body.data.role).toBe(role);
  });

  it('cannot become an admin or owner by taking over an account', async () => {
    await assign(plain, 'role_root');
    for (const target of [admin, owner, plain]) {
      const required = target === owner ? 'owner' : '*';
      const mine = { email: 'mine@example.com', email_verified: true };
      await expectForbidden(manager.client, target, mine, required);
      await expectForbidden(manager.client, target, { banned: true }, required);
      const link = { type: 'recovery' };
      expect((await manager.client.post(`${path(target)}/generate-link`, link)).status).toBe(403);
      expect((await manager.client.delete(path(target))).status).toBe(403);
      expect((await manager.client.delete(`${path(target)}/mfa/mfa_0`)).status).toBe(403);
    }
  });

  it('is limited in the same way when it is a key with the scope auth', async () => {
    const key = await api.withKey(['auth']);
    await expectForbidden(key, plain, { role: 'admin' }, '*');
    await expectForbidden(key, plain, { role: 'owner' }, 'owner');
    await expectForbidden(key, admin, { banned: true }, '*');
    expect((await key.patch(path(plain), { role: 'keymaster' })).status).toBe(200);
  });
});

describe('an admin', () => {
  it('can appoint admins, but neither appoint nor change owners', async () => {
    expect((await admin.client.patch(path(plain), { role: 'admin' })).status).toBe(200);
    for (const target of [plain, admin])
      await expectForbidden(admin.client, target, { role: 'owner' }, 'owner');
    for (const body of [{ role: 'user' }, { banned: true }, { email: 'x@example.com' }])
      await expectForbidden(admin.client, owner, body, 'owner');
    expect((await admin.client.delete(path(owner))).status).toBe(403);
    const link = await admin.client.post(`${path(owner)}/generate-link`, { type: 'magiclink' });
    expect(link.status).toBe(403);
  });

  it('loses all rights with the role, from the next call on', async () => {
    expect((await admin.client.get(users)).status).toBe(200);
    await api.patch(path(admin), { role: 'user' });
    expect((await admin.client.get(users)).status).toBe(403);
  });
});

describe('the last owner', () => {
  it('cannot be removed, banned or given another role by anyone', async () => {
    for (const client of [owner.client, api]) {
      for (const body of [{ role: 'admin' }, { banned: true }]) {
        const answer = await client.patch(path(owner), body);
        expect([answer.status, answer.body.error?.code]).toEqual([409, 'INVALID_STATE']);
      }
      expect((await client.delete(path(owner))).body.error.code).toBe('INVALID_STATE');
    }
    const { password } = owner;
    const left = await owner.client.delete('/v1/auth/user', { password });
    expect(left.body.error.code).toBe('INVALID_STATE');
    expect(await roleOf(owner)).toBe('owner');
  });

  it('may leave when there is another owner who is not banned', async () => {
    expect((await owner.client.patch(path(plain), { role: 'owner' })).status).toBe(200);
    await api.patch(path(plain), { banned: true });
    expect((await api.patch(path(owner), { role: 'user' })).status).toBe(409);
    await api.patch(path(plain), { banned: false });
    expect((await owner.client.patch(path(owner), { role: 'user' })).status).toBe(200);
  });

  it('remains when two owners leave at the same moment', async () => {
    await api.patch(path(plain), { role: 'owner' });
    const statuses = await Promise.all([
      api.patch(path(owner), { role: 'user' }),
      api.patch(path(plain), { banned: true }),
      api.delete(path(owner)),
      owner.client.delete('/v1/auth/user', { password: owner.password }),
      plain.client.patch(path(plain), { role: 'user' }),
    ]).then((answers) => answers.map(({ status }) => status));
    expect(statuses.every((status) => status < 500)).toBe(true);
    const { rows } = await server.db.query(
      `select count(*)::int as owners from app.users
       where tenant_id = $1 and role = 'owner' and banned_at is null`,
      [api.tenant.id],
    );
    expect(rows[0].owners).toBe(1);
  });
});
