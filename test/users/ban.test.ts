import { describe, expect, it } from 'vitest';
import { useServer, useTenant } from '../support/use-server.ts';
import { anotherAddress, createUser, type SignedUp, signIn } from '../support/users.ts';

const server = useServer();
const api = useTenant(server);

const path = ({ user }: SignedUp) => `/v1/users/${user.id}`;
const trySignIn = ({ email, password }: SignedUp) =>
  api.post('/v1/auth/signin', { email, password }, anotherAddress());
const eventsOf = async ({ user }: SignedUp) => {
  const { body } = await api.get(`/v1/audit-logs?resource_id=${user.id}&limit=100`);
  return body.data.logs.map((log: { action: string }) => log.action);
};

describe('a ban', () => {
  it('ends every session at once, and sign-in names the reason', async () => {
    const user = await createUser(api);
    const second = await signIn(api, user);
    const reason = 'Spam';
    const { body } = await api.patch(path(user), { banned: true, ban_reason: reason });
    expect(body.data).toMatchObject({ status: 'banned', banned: true, ban_reason: reason });
    for (const token of [user.session, second]) {
      const answer = await api.as(token.access_token).get('/v1/auth/user');
      expect([answer.status, answer.body.error.code]).toEqual([401, 'SESSION_REVOKED']);
      const { refresh_token } = token;
      expect((await api.post('/v1/auth/refresh', { refresh_token })).status).toBe(401);
    }
    const refused = await trySignIn(user);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'USER_BANNED']);
    expect(refused.body.error.message).toContain(reason);
    expect((await eventsOf(user))[0]).toBe('user.banned');
  });

  it('is not revealed without the password', async () => {
    const user = await createUser(api);
    await api.patch(path(user), { banned: true });
    const wrong = await trySignIn({ ...user, password: 'not the password' });
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  it('can be lifted: sign-in works again, but the old sessions do not', async () => {
    const user = await createUser(api);
    await api.patch(path(user), { banned: true, ban_reason: 'Spam' });
    const { body } = await api.patch(path(user), { banned: false });
    expect(body.data).toMatchObject({ status: 'active', banned: false, ban_reason: null });
    expect((await user.client.get('/v1/auth/user')).status).toBe(401);
    expect((await trySignIn(user)).status).toBe(200);
    expect(await eventsOf(user)).toContain('user.unbanned');
  });

  it('ends by itself at banned_until', async () => {
    const user = await createUser(api);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await api.patch(path(user), { banned: true, banned_until: until });
    expect(Date.parse(body.data.banned_until)).toBe(Date.parse(until));
    const refused = await trySignIn(user);
    expect(Date.parse(refused.body.error.details.banned_until)).toBe(Date.parse(until));
    await server.db.query(
      `update app.users set banned_until = now() - interval '1 s' where id = $1`,
      [user.user.id],
    );
    expect((await trySignIn(user)).status).toBe(200);
    const shown = (await api.get(path(user))).body.data;
    expect(shown).toMatchObject({ status: 'active', banned: false, banned_until: null });
    // An expired ban does not count: the next one is new.
    const again = await api.patch(path(user), { banned: true });
    expect(again.body.data).toMatchObject({ banned: true, banned_until: null });
  });

  it('can get another reason or end while it lasts, which are refused without a ban', async () => {
    const user = await createUser(api);
    for (const body of [{ ban_reason: 'x' }, { banned: false, ban_reason: 'x' }])
      expect((await api.patch(path(user), body)).body.error.param).toBe('banned');
    const past = { banned: true, banned_until: '2020-01-01T00:00:00Z' };
    expect((await api.patch(path(user), past)).body.error.param).toBe('banned_until');
    await api.patch(path(user), { banned: true, ban_reason: 'a' });
    const { body } = await api.patch(path(user), { ban_reason: 'b' });
    expect(body.data).toMatchObject({ banned: true, ban_reason: 'b' });
    expect((await eventsOf(user)).slice(0, 2)).toEqual(['user.updated', 'user.banned']);
  });

  it('also applies to a call of the same session at the same moment, or the next one', async () => {
    const user = await createUser(api);
    await Promise.all([
      api.patch(path(user), { banned: true }),
      ...Array.from({ length: 5 }, () => user.client.get('/v1/auth/user')),
    ]);
    expect((await user.client.get('/v1/auth/user')).status).toBe(401);
  });
});
