import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../platform-keys/keys.ts';
import { type Answer, type Client, createTenant, platformClient } from '../support/api.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { createUser, type SignedUp, signUp } from '../support/users.ts';

const server = useOwnDatabase({ TRUSTED_PROXIES: 'loopback' });
const api = useTenant(server);
const reason = 'Ticket 4711: the list is empty';
let admin: SignedUp;
let user: SignedUp;

beforeAll(async () => {
  [admin, user] = [await createUser(api, { role: 'admin' }), await signUp(api)];
  await api.post('/v1/object-types', { name: 'things' });
});

const code = ({ status, body }: Answer) => [status, body.error?.code];
const ask = (who: SignedUp, by: Client = platformClient(server), tenant = api.tenant.id) =>
  by.post(`/admin/tenants/${tenant}/impersonate`, { user_id: who.user.id, reason });

/** A session as a user. */
async function impersonate(who: SignedUp, by?: Client) {
  const { status, body } = await ask(who, by);
  expect([status, body.error]).toEqual([200, undefined]);
  const token: string = body.data.access_token;
  return { session: body.data, client: api.as(token), id: decodeJwt(token).sid as string };
}

const logged = async (action: string, id: string) => {
  const { body } = await api.get(`/v1/audit-logs?action=${action}&resource_id=${id}`);
  return body.data;
};
const alive = async (client: Client) => code(await client.get('/v1/auth/user'));

describe('POST /admin/tenants/:tenant_id/impersonate', () => {
  it('answers a session of 15 minutes as the user, without a refresh token', async () => {
    const { session, client } = await impersonate(user);
    expect(session).toMatchObject({
      refresh_token: null,
      token_type: 'bearer',
      user: { id: user.user.id, email: user.email },
    });
    expect(session.expires_in).toBeGreaterThan(890);
    expect(session.expires_in).toBeLessThanOrEqual(900);
    const claims = decodeJwt(session.access_token);
    expect(claims).toMatchObject({
      sub: user.user.id,
      tid: api.tenant.id,
      aal: 'aal1',
      act: { sub: 'platform', key: 'env' },
      amr: [{ method: 'impersonation' }],
    });
    expect((claims.exp as number) - (claims.iat as number)).toBeLessThanOrEqual(900);
    expect((await client.get('/v1/auth/user')).body.data.id).toBe(user.user.id);
    expect((await client.get('/v1/auth/sessions/current')).body.data.impersonated).toBe(true);
  });

  it('names key and reason in the audit log, and the key in each event that it causes', async () => {
    const { key, client: operator } = await newKey(server, ['impersonate'], { label: 'Anna' });
    const { id, client } = await impersonate(admin, operator);
    const [started] = await logged('impersonation.started', id);
    expect(started).toMatchObject({
      actor: { type: 'platform', id: key.id, label: 'Anna' },
      resource_id: id,
      changes: { after: { user_id: admin.user.id, reason, label: 'Anna', ip: '127.0.0.1' } },
    });
    const made = await client.post('/v1/objects/things', {});
    expect(made.status).toBe(201);
    const steps = [{ method: 'POST', path: '/v1/objects/things', body: {} }];
    expect((await client.post('/v1/transaction', { requests: steps })).status).toBe(200);
    const { body } = await api.get(`/v1/audit-logs?action=object.created&actor_id=${admin.user.id}`);
    const act = { sub: 'platform', key: key.id };
    const actor = { type: 'user', id: admin.user.id, act };
    expect(body.data).toMatchObject([{ actor }, { actor }]);
    const { body: audit } = await platformClient(server).get(
      '/admin/audit-logs?action=impersonation.started',
    );
    expect(audit.data.logs[0]).toMatchObject({ actor: { id: key.id }, tenant_id: api.tenant.id });
  });

  it('tells the user, who sees the session and may end it', async () => {
    const person = await signUp(api);
    const { id, client } = await impersonate(person);
    const told = await person.client.get('/v1/auth/notifications');
    expect(told.body.data.results).toMatchObject([
      { type: 'security', title: 'Support has signed in as you' },
    ]);
    const { rows } = await server.db.query(
      `select recipient from app.messages where template = 'impersonation_started' and user_id = $1`,
      [person.user.id],
    );
    expect(rows).toEqual([{ recipient: person.email }]);
    const sessions = await person.client.get('/v1/auth/sessions');
    const shown = sessions.body.data.map(
      (one: { id: string; impersonated: boolean }) => [one.id, one.impersonated],
    );
    expect(shown).toContainEqual([id, true]);
    expect(shown.filter(([, is]: [string, boolean]) => !is)).toHaveLength(1);
    expect((await person.client.delete(`/v1/auth/sessions/${id}`)).status).toBe(200);
    expect(await alive(client)).toEqual([401, 'SESSION_REVOKED']);
    expect(await logged('impersonation.ended', id)).toMatchObject([
      { actor: { id: person.user.id }, changes: { after: { reason: 'revoked_by_user' } } },
    ]);
  });

  it('lets an administrator end it, and no other user', async () => {
    const [person, stranger] = [await signUp(api), await signUp(api)];
    const { id, client } = await impersonate(person);
    expect((await stranger.client.delete(`/v1/auth/sessions/${id}`)).status).toBe(404);
    const own = decodeJwt(person.session.access_token).sid as string;
    expect((await admin.client.delete(`/v1/auth/sessions/${own}`)).status).toBe(404);
    expect((await admin.client.delete(`/v1/auth/sessions/${id}`)).status).toBe(200);
    expect(await alive(client)).toEqual([401, 'SESSION_REVOKED']);
    expect(await alive(person.client)).toEqual([200, undefined]);
  });

  it('needs the scope, a reason, and a user of this tenant', async () => {
    const { client } = await newKey(server, ['tenants:read', 'tenants:write', 'keys', 'settings']);
    expect(code(await ask(user, client))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    const path = `/admin/tenants/${api.tenant.id}/impersonate`;
    for (const body of [
      { user_id: user.user.id },
      { user_id: user.user.id, reason: ' x ' },
      { user_id: user.user.id, reason: 'x'.repeat(501) },
      { reason },
    ])
      expect(code(await platformClient(server).post(path, body))).toEqual([400, 'VALIDATION_ERROR']);
    const other = await createTenant(server);
    expect((await ask(user, undefined, other.tenant.id)).status).toBe(404);
    const unknown = `ten_${'0'.repeat(32)}`;
    expect((await ask(user, undefined, unknown)).status).toBe(404);
  });

  it('counts them for /metrics, without those that were tried', async () => {
    const count = async () => {
      const text = (await platformClient(server).send('GET', '/metrics')).body as string;
      return Number(/^insula_impersonations_total (\d+)$/m.exec(text)?.[1]);
    };
    const before = await count();
    const path = `/admin/tenants/${api.tenant.id}/impersonate`;
    const tried = await platformClient(server).post(`${path}?dry_run=true`, {
      user_id: user.user.id,
      reason,
    });
    expect(tried.status).toBe(200);
    expect(await alive(api.as(tried.body.data.access_token))).toEqual([401, 'SESSION_REVOKED']);
    await impersonate(await signUp(api));
    expect(await count()).toBe(before + 1);
  });
});
