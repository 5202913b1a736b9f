import { beforeEach, describe, expect, it } from 'vitest';
import { RefreshTokens } from '../../src/credentials/refresh-token.ts';
import { type Answer, createTenant } from '../support/api.ts';
import { earlier } from '../support/earlier.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { type SignedUp, signUp } from '../support/users.ts';

const server = useServer();
const api = useTenant(server);
let user: SignedUp;
let first: string;
beforeEach(async () => {
  user = await signUp(api);
  first = user.session.refresh_token;
});

const refresh = (refresh_token: string): Promise<Answer> =>
  api.as(undefined).post('/v1/auth/refresh', { refresh_token });
const codeOf = ({ status, body }: Answer) => [status, body.error?.code];
/** As if the last refresh had been some seconds ago. */
const age = (seconds: number) =>
  server.db.query(
    `update app.sessions set refreshed_at = ${earlier('refreshed_at', 'make_interval(secs => $2)')} where user_id = $1`,
    [user.user.id, seconds],
  );

describe('a refresh token', () => {
  it('is exchanged for the next one, and for a new access token of the same session', async () => {
    const { status, body } = await refresh(first);
    expect(status).toBe(200);
    expect(body.data.refresh_token).not.toBe(first);
    expect(body.data.user).toEqual(user.session.user);
    const sessions = await user.client.as(body.data.access_token).get('/v1/auth/sessions');
    expect(sessions.body.data).toHaveLength(1);
    expect((await user.client.get('/v1/auth/user')).status).toBe(200);
  });

  it('gives its successor again for 10 seconds, in case the answer was lost', async () => {
    const child = (await refresh(first)).body.data.refresh_token;
    expect((await refresh(first)).body.data.refresh_token).toBe(child);
    await age(9);
    expect((await refresh(first)).body.data.refresh_token).toBe(child);
    expect((await refresh(child)).status).toBe(200);
  });

  it('ends the session when it is used again later', async () => {
    const child = (await refresh(first)).body.data;
    await age(11);
    expect(codeOf(await refresh(first))).toEqual([401, 'REFRESH_TOKEN_REUSED']);
    expect(codeOf(await refresh(child.refresh_token))).toEqual([401, 'SESSION_REVOKED']);
    for (const token of [user.session.access_token, child.access_token])
      expect(codeOf(await api.as(token).get('/v1/auth/user'))).toEqual([401, 'SESSION_REVOKED']);
  });

  it('ends the session at once when its successor was already used', async () => {
    const second = (await refresh(first)).body.data.refresh_token;
    const third = (await refresh(second)).body.data.refresh_token;
    expect(codeOf(await refresh(first))).toEqual([401, 'REFRESH_TOKEN_REUSED']);
    expect(codeOf(await refresh(third))).toEqual([401, 'SESSION_REVOKED']);
    const { rows } = await server.db.query(
      `select after->>'reason' as reason from app.journal where type = 'session.revoked' and after->>'user_id' = $1`,
      [user.user.id],
    );
    expect(rows).toEqual([{ reason: 'refresh_token_reused' }]);
  });

  it('leaves the user’s other sessions alone when it is reused', async () => {
    const other = (
      await api.post('/v1/auth/signin', { email: user.email, password: user.password })
    ).body.data;
    await refresh((await refresh(first)).body.data.refresh_token);
    expect((await refresh(first)).status).toBe(401);
    expect((await refresh(other.refresh_token)).status).toBe(200);
  });

  it('has one chain of successors, however many requests come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.data.refresh_token)).size).toBe(1);
  });

  it('is checked by a MAC: a forged one never reaches the database', async () => {
    const tokens = new RefreshTokens(server.config.encryptionKey);
    const real = tokens.parse(first) as NonNullable<ReturnType<RefreshTokens['parse']>>;
    expect(tokens.make(real)).toBe(first);
    const foreign = new RefreshTokens(Buffer.alloc(32)).make(real);
    const changed = first.slice(0, -1) + (first.endsWith('A') ? 'B' : 'A');
    const calls = async () =>
      (await server.db.query(`select count(*) from app.sessions where refreshed_at > created_at`))
        .rows;
    const before = await calls();
    for (const junk of [foreign, changed, first.slice(0, -4), `${first}AAAA`, 'rt_', 'x', ''])
      expect([401, 400]).toContain((await refresh(junk)).status);
    expect(codeOf(await refresh(foreign))).toEqual([401, 'REFRESH_TOKEN_INVALID']);
    expect(await calls()).toEqual(before);
  });

  it('stays with its tenant, whatever tenant a header names', async () => {
    const other = await createTenant(server);
    const { status, body } = await other
      .as(undefined)
      .post('/v1/auth/refresh', { refresh_token: first }, { 'x-tenant-id': other.tenant.id });
    expect([status, body.error.code]).toEqual([403, 'TENANT_MISMATCH']);
    const asKey = await other.post('/v1/auth/refresh', { refresh_token: first });
    expect(codeOf(asKey)).toEqual([401, 'REFRESH_TOKEN_INVALID']);
  });

  it('is invalid after signing out, and so is the access token', async () => {
    const second = (await refresh(first)).body.data;
    const out = await user.client.post('/v1/auth/signout', {});
    expect(out.body.data).toEqual({ revoked: 1 });
    expect(codeOf(await refresh(second.refresh_token))).toEqual([401, 'SESSION_REVOKED']);
    expect(codeOf(await user.client.get('/v1/auth/user'))).toEqual([401, 'SESSION_REVOKED']);
  });
});

describe('sessions', () => {
  const again = async () =>
    (await api.post('/v1/auth/signin', { email: user.email, password: user.password })).body.data;

  it('are listed only to their user, newest first, with the current one marked', async () => {
    const stranger = await signUp(api);
    const second = await again();
    const { body } = await user.client.get('/v1/auth/sessions');
    expect(body.data.map(({ current }: { current: boolean }) => current)).toEqual([false, true]);
    const [other] = body.data;
    expect((await user.client.get(`/v1/auth/sessions/${other.id}`)).body.data).toEqual(other);
    for (const call of [
      stranger.client.get(`/v1/auth/sessions/${other.id}`),
      stranger.client.delete(`/v1/auth/sessions/${other.id}`),
    ])
      expect((await call).status).toBe(404);
    expect((await api.as(second.access_token).get('/v1/auth/user')).status).toBe(200);
  });

  it('end one by one, all but this one, or all: effective from the next call', async () => {
    const [second, third] = [
      api.as((await again()).access_token),
      api.as((await again()).access_token),
    ];
    const current = (await second.get('/v1/auth/sessions/current')).body.data;
    expect((await user.client.delete(`/v1/auth/sessions/${current.id}`)).body.data).toEqual({
      id: current.id,
      deleted: true,
    });
    expect(codeOf(await second.get('/v1/auth/user'))).toEqual([401, 'SESSION_REVOKED']);
    expect((await user.client.delete(`/v1/auth/sessions/${current.id}`)).status).toBe(404);
    expect((await third.post('/v1/auth/signout', { scope: 'others' })).body.data).toEqual({
      revoked: 1,
    });
    expect(codeOf(await user.client.get('/v1/auth/user'))).toEqual([401, 'SESSION_REVOKED']);
    expect((await third.delete('/v1/auth/sessions')).body.data).toEqual({ revoked: 1 });
    expect(codeOf(await third.get('/v1/auth/user'))).toEqual([401, 'SESSION_REVOKED']);
  });
});
