import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { type Client, createTenant } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { anotherAddress, createUser, type SignedUp, signIn, signUp } from '../support/users.ts';

/** Records of a user belong only to them, and anything taken from them is gone from the next call on. */

const server = useServer();
const api = useTenant(server);

const own = '/v1/auth/user';
const sessionOf = ({ access_token }: { access_token: string }) => decodeJwt(access_token).sid;
const endOf = async (client: Client) => {
  const { status, body } = await client.get(own);
  return [status, body.error?.code];
};

describe('an access token is worthless', () => {
  const password = 'another horse battery';
  const ended: [string, (user: SignedUp) => Promise<unknown>][] = [
    ['all sessions were ended', ({ client }) => client.delete('/v1/auth/sessions')],
    ['its session was ended', ({ client }) => client.delete('/v1/auth/sessions/current')],
    ['it signed out', ({ client }) => client.post('/v1/auth/signout', {})],
    ['the user was banned', ({ user }) => api.patch(`/v1/users/${user.id}`, { banned: true })],
    ['the user was deleted', ({ user }) => api.delete(`/v1/users/${user.id}`)],
    [
      'the account was deleted by its user',
      ({ client, password }) => client.delete(own, { password }),
    ],
    [
      'the password was changed elsewhere',
      async (user) => {
        const { access_token } = await signIn(api, user);
        const body = { current_password: user.password, new_password: password };
        expect((await api.as(access_token).post('/v1/auth/change-password', body)).status).toBe(
          200,
        );
      },
    ],
  ];

  it.each(ended)('once %s', async (_, end) => {
    const user = await createUser(api);
    expect((await user.client.get(own)).status).toBe(200);
    await end(user);
    expect(await endOf(user.client)).toEqual([401, 'SESSION_REVOKED']);
    expect((await user.client.get('/v1/auth/me/export')).status).toBe(401);
    const { refresh_token } = user.session;
    const refreshed = await api.post('/v1/auth/refresh', { refresh_token }, anotherAddress());
    expect(refreshed.status).toBe(401);
  });
});

describe('sessions of another user', () => {
  it('can neither be seen nor ended, in the same tenant or not', async () => {
    const other = await createTenant(server);
    const [ada, bob, eve] = [await signUp(api), await signUp(api), await signUp(other)];
    for (const foreign of [bob, eve]) {
      const path = `/v1/auth/sessions/${sessionOf(foreign.session)}`;
      for (const answer of [await ada.client.get(path), await ada.client.delete(path)]) {
        expect(answer.status).toBe(404);
        expect(answer.body.error.details).toEqual({ resource: 'session' });
      }
    }
    const listed = (await ada.client.get('/v1/auth/sessions')).body.data;
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([sessionOf(ada.session)]);
    await ada.client.delete('/v1/auth/sessions');
    for (const { client } of [bob, eve]) expect((await client.get(own)).status).toBe(200);
  });
});

describe('metadata that users set for themselves', () => {
  it('is refused where it is not theirs to set, and changes nothing', async () => {
    const { user, client } = await signUp(api);
    const sent = {
      id: 'usr_1',
      role: 'admin',
      roles: ['owner'],
      email_verified: true,
      phone_verified: true,
      banned: false,
      is_anonymous: true,
      created_at: '2020-01-01T00:00:00Z',
      created_by: 'platform:platform',
      made: { password_hash: 'x' },
    };
    const { status, body } = await client.patch(own, { ...sent, user_metadata: { seen: true } });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    const names = body.error.details.map(({ path }: { path: string }) => path);
    expect(names.toSorted()).toEqual(Object.keys(sent).toSorted());
    expect((await client.get(own)).body.data).toEqual(user);
    const signedUp = await api.post(
      '/v1/auth/signup',
      { ...sent, email: 'mass@example.com', password: 'correct horse' },
      anotherAddress(),
    );
    expect(signedUp.status).toBe(400);
  });

  it('in user_metadata grants no role, neither for routes nor for policies', async () => {
    const metadata = {
      role: 'admin',
      roles: ['admin', 'owner'],
      permissions: ['*'],
      scopes: ['*'],
    };
    const { client, session } = await signUp(api, { user_metadata: metadata });
    expect(decodeJwt(session.access_token)).toMatchObject({ role: 'user', roles: ['user'] });
    for (const path of ['/v1/users', '/v1/keys', '/v1/audit-logs', '/v1/auth-config'])
      expect([path, (await client.get(path)).status]).toEqual([path, 403]);
    await api.post('/v1/object-types', { name: 'secrets' });
    const { id } = (await api.post('/v1/objects/secrets', {})).body.data;
    const policy = { name: 'Admins read', action: 'select', role: 'admin' };
    const made = await api.post('/v1/object-types/secrets/policies', policy);
    expect(made.status).toBe(201);
    expect((await client.get(`/v1/objects/secrets/${id}`)).status).toBe(404);
    expect((await client.get('/v1/objects/secrets/list')).body.data.results).toEqual([]);
  });
});
