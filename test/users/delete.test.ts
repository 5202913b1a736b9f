import { beforeAll, describe, expect, it } from 'vitest';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { anotherAddress, createUser, type SignedUp, signIn } from '../support/users.ts';

const server = useOwnDatabase({ TRUSTED_PROXIES: 'loopback' });
const api = useTenant(server);
let types: DefinedType[];
beforeAll(async () => {
  types = [
    await defineType(
      api,
      { n: { data_type: 'integer', is_indexed: true } },
      { user_access: 'open' },
    ),
    await defineType(api, {}, { user_access: 'open' }),
  ];
});

const path = ({ user }: SignedUp) => `/v1/users/${user.id}`;
const gone = (user: SignedUp) => ({ user_id: user.user.id, deleted: true });

/** Three objects of a user, of two types; ids with the paths of their types. */
async function objectsOf({ client }: SignedUp): Promise<string[]> {
  const [first, second] = types as [DefinedType, DefinedType];
  const made = await client.post(`${first.path}/batch/create`, {
    objects: [{ properties: { n: 1 } }, { properties: { n: 2 } }],
  });
  const one = await client.post(second.path, {});
  return [
    ...made.body.data.ids.map((id: string) => `${first.path}/${id}`),
    `${second.path}/${one.body.data.id}`,
  ];
}

async function statusesOf(paths: string[], query = ''): Promise<number[]> {
  return Promise.all(paths.map(async (one) => (await api.get(one + query)).status));
}

describe('DELETE /v1/users/:user_id', () => {
  it('removes a user without dependents in one step, completely', async () => {
    const user = await createUser(api);
    await server.db.query(
      `with i as (insert into app.identities (tenant_id, id, user_id, provider, subject) values ($1, 'idn_1', $2, 'x', 'y')),
        f as (insert into app.mfa_factors (tenant_id, id, user_id, secret) values ($1, 'mfa_1', $2, 's')),
        n as (insert into app.notifications (tenant_id, id, user_id, type, title) values ($1, 'ntf_1', $2, 't', 't'))
       insert into app.role_members (tenant_id, user_id, role_id) select $1, $2, id from app.roles where tenant_id = $1`,
      [api.tenant.id, user.user.id],
    );
    const { status, body } = await api.delete(path(user));
    expect([status, body.data]).toEqual([200, gone(user)]);
    expect((await api.get(path(user))).status).toBe(404);
    expect((await api.delete(path(user))).status).toBe(404);
    const refused = await user.client.get('/v1/auth/user');
    expect([refused.status, refused.body.error.code]).toEqual([401, 'SESSION_REVOKED']);
    const { refresh_token } = user.session;
    expect((await api.post('/v1/auth/refresh', { refresh_token })).status).toBe(401);
    for (const table of [
      'sessions',
      'identities',
      'mfa_factors',
      'notifications',
      'role_members',
    ]) {
      const { rows } = await server.db.query(`select from app.${table} where user_id = $1`, [
        user.user.id,
      ]);
      expect([table, rows.length]).toEqual([table, 0]);
    }
  });

  it('leaves nothing for the next user of the email', async () => {
    const old = await createUser(api);
    const objects = await objectsOf(old);
    const { confirm_token } = (await api.delete(path(old))).body.error;
    await api.delete(`${path(old)}?confirm_token=${confirm_token}`);
    const { email, password } = old;
    const again = await api.post('/v1/auth/signup', { email, password }, anotherAddress());
    expect(again.status).toBe(201);
    const client = api.as(again.body.data.access_token);
    expect(again.body.data.user.id).not.toBe(old.user.id);
    expect((await client.get('/v1/auth/sessions')).body.data).toHaveLength(1);
    expect((await client.get('/v1/auth/me/export')).body.data.objects).toEqual([]);
    expect((await api.get(objects[0] as string)).body.data.created_by).toBe(old.user.id);
  });

  it('lists what the user created, and keeps it once the token confirms', async () => {
    const user = await createUser(api);
    const objects = await objectsOf(user);
    const first = await api.delete(path(user));
    expect([first.status, first.body.error.code]).toEqual([409, 'DEPENDENCY_EXISTS']);
    expect(first.body.error.dependencies).toEqual([
      { type: 'object', count: 3, label: '3 objects' },
    ]);
    expect((await user.client.get('/v1/auth/user')).status).toBe(200);
    const { confirm_token } = first.body.error;
    const { body } = await api.delete(`${path(user)}?confirm_token=${confirm_token}`);
    expect(body.data).toEqual(gone(user));
    expect(await statusesOf(objects)).toEqual([200, 200, 200]);
  });

  it('moves it to the trash with force, with versions, counters and journal', async () => {
    const user = await createUser(api);
    const objects = await objectsOf(user);
    const others = await objectsOf(await createUser(api));
    expect((await api.delete(`${path(user)}?force=true`)).status).toBe(409);
    const { confirm_token } = (await api.delete(path(user))).body.error;
    const query = `?force=true&confirm_token=${confirm_token}`;
    expect((await api.delete(path(user) + query)).status).toBe(200);
    expect(await statusesOf(objects)).toEqual([404, 404, 404]);
    expect(await statusesOf(objects, '?include_deleted=true')).toEqual([200, 200, 200]);
    expect(await statusesOf(others)).toEqual([200, 200, 200]);
    expect((await api.post(`${objects[0]}/restore`)).status).toBe(200);
    expect(await checkIndex(server.db)).toEqual([]);
  });

  it('accepts a token once, for this user, this caller and what was shown', async () => {
    const [user, second] = [await createUser(api), await createUser(api)];
    await objectsOf(user);
    await objectsOf(second);
    const { confirm_token } = (await api.delete(path(user))).body.error;
    const query = `?confirm_token=${confirm_token}`;
    expect((await api.delete(path(second) + query)).status).toBe(409);
    const key = await api.withKey(['auth']);
    expect((await key.delete(path(user) + query)).status).toBe(409);
    await objectsOf(user);
    const changed = await api.delete(path(user) + query);
    expect(changed.body.error.dependencies[0].count).toBe(6);
  });
});

describe('DELETE /v1/auth/user', () => {
  const own = '/v1/auth/user';

  it('requires the password, and counts attempts', async () => {
    const user = await createUser(api);
    expect((await user.client.delete(own)).body.error.param).toBe('password');
    const wrong = await user.client.delete(own, { password: 'wrong' });
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    await server.db.query(`update app.auth_counters set count = 10 where name = $1`, [
      `password:${user.user.id}`,
    ]);
    const locked = await user.client.delete(own, { password: user.password });
    expect([locked.status, locked.body.error.code]).toEqual([429, 'ACCOUNT_LOCKED']);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
    await server.db.query(`update app.auth_counters set started_at = now() - interval '1 h'`);
    const { status, body } = await user.client.delete(own, { password: user.password });
    expect([status, body.data]).toEqual([200, gone(user)]);
    expect((await user.client.get(own)).status).toBe(401);
  });

  it('accepts a nonce instead, which only a completed deletion uses up', async () => {
    const user = await createUser(api);
    const objects = await objectsOf(user);
    const other = await createUser(api);
    const nonceFor = async ({ user: { id } }: SignedUp, recipient: string) => {
      const { rows } = await server.db.query(
        `select otp from app.auth_token_create($1, 'reauthentication', $2, $3, '1 h')`,
        [api.tenant.id, id, recipient],
      );
      return rows[0].otp;
    };
    const nonce = await nonceFor(user, user.email);
    const { confirm_token } = (await user.client.delete(own, { nonce })).body.error;
    const wrong = await user.client.delete(own, {
      nonce: nonce === '000000' ? '1' : '000000',
      confirm_token,
    });
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'OTP_EXPIRED']);
    const foreign = await nonceFor(other, other.email);
    if (foreign !== nonce) {
      const answer = await user.client.delete(own, { nonce: foreign, confirm_token });
      expect(answer.status).toBe(401);
    }
    const query = `?force=true&confirm_token=${confirm_token}`;
    expect((await user.client.delete(own + query, { nonce })).status).toBe(200);
    expect(await statusesOf(objects)).toEqual([404, 404, 404]);
    expect((await api.get(path(other))).status).toBe(200);
  });

  it('also deletes objects that policies let no user delete', async () => {
    const name = 'kept';
    await api.post('/v1/object-types', { name, user_access: 'open' });
    const user = await createUser(api);
    const { id } = (await user.client.post(`/v1/objects/${name}`, {})).body.data;
    const policy = { name: 'Nobody deletes', action: 'delete', effect: 'deny' };
    const made = await api.post(`/v1/object-types/${name}/policies`, policy);
    expect(made.status).toBe(201);
    expect((await user.client.delete(`/v1/objects/${name}/${id}`)).status).toBe(403);
    const { password } = user;
    const { confirm_token } = (await user.client.delete(own, { password })).body.error;
    const query = `?force=true&confirm_token=${confirm_token}`;
    expect((await user.client.delete(own + query, { password })).status).toBe(200);
    expect(await statusesOf([`/v1/objects/${name}/${id}`])).toEqual([404]);
  });

  it('requires neither of an anonymous user', async () => {
    const { body } = await api.post('/v1/auth/anonymous', {}, anotherAddress());
    const client = api.as(body.data.access_token);
    expect((await client.delete(own)).status).toBe(200);
    expect((await api.get(`/v1/users/${body.data.user.id}`)).status).toBe(404);
  });

  it('is for users, not for keys', async () => {
    expect((await api.delete(own, { password: 'x' })).status).toBe(403);
    const user = await createUser(api);
    const later = await signIn(api, user);
    await user.client.delete(own, { password: user.password });
    expect((await api.as(later.access_token).get(own)).status).toBe(401);
  });
});
