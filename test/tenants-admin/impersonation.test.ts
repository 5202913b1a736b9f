import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { tenantsAdmin } from '../../src/groups/tenants-admin/index.ts';
import type { TaskDeps } from '../../src/tools/lanes/tasks.ts';
import { newKey } from '../platform-keys/keys.ts';
import { createTenant, platformClient } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { createUser, type SignedUp, signUp } from '../support/users.ts';
import { alive, code, ended, impersonating, living, reason } from './impersonate.ts';

const server = useOwnDatabase({ TRUSTED_PROXIES: 'loopback' });
const api = useTenant(server);
let admin: SignedUp;
let user: SignedUp;
let ask: ReturnType<typeof impersonating>['ask'];
let impersonate: ReturnType<typeof impersonating>['impersonate'];
let logged: ReturnType<typeof impersonating>['logged'];

beforeAll(async () => {
  ({ ask, impersonate, logged } = impersonating(server, api));
  [admin, user] = [await createUser(api, { role: 'admin' }), await signUp(api)];
  await api.post('/v1/object-types', { name: 'things' });
});

describe('POST /admin/tenants/:tenant_id/impersonate', () => {
  it('answers a session of 15 minutes as the user, without a refresh token', async () => {
    const { session, client } = await impersonate(user);
    expect(session).toMatchObject({
      refresh_token: null,
      token_type: 'bearer',
      user: { id: user.user.id, email: user.email },
    });
    expect(session.expires_in).toBeGreaterThan(0);
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
    const { body } = await api.get(
      `/v1/audit-logs?action=object.created&actor_id=${admin.user.id}`,
    );
    const act = { sub: 'platform', key: key.id };
    const actor = { type: 'user', id: admin.user.id, act };
    expect(body.data.logs).toMatchObject([{ actor }, { actor }]);
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
    const shown = sessions.body.data.map((one: { id: string; impersonated: boolean }) => [
      one.id,
      one.impersonated,
    ]);
    expect(shown).toContainEqual([id, true]);
    expect(shown.filter(([, is]: [string, boolean]) => !is)).toHaveLength(1);
    expect((await person.client.delete(`/v1/auth/sessions/${id}`)).status).toBe(200);
    expect(await alive(client)).toEqual(ended);
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
    expect(await alive(client)).toEqual(ended);
    expect(await alive(person.client)).toEqual(living);
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
      expect(code(await platformClient(server).post(path, body))).toEqual([
        400,
        'VALIDATION_ERROR',
      ]);
    const other = await createTenant(server);
    expect((await ask(user, undefined, other.tenant.id)).status).toBe(404);
    const unknown = `ten_${'0'.repeat(32)}`;
    expect((await ask(user, undefined, unknown)).status).toBe(404);
  });

  it('counts them for /metrics, and tries none', async () => {
    const count = async () => {
      const text = (await platformClient(server).send('GET', '/metrics')).body as string;
      return Number(/^insula_impersonations_total (\d+)$/m.exec(text)?.[1]);
    };
    const before = await count();
    const path = `/admin/tenants/${api.tenant.id}/impersonate?dry_run=true`;
    const tried = await platformClient(server).post(path, { user_id: user.user.id, reason });
    expect(code(tried)).toEqual([400, 'VALIDATION_ERROR']);
    await impersonate(await signUp(api));
    expect(await count()).toBe(before + 1);
  });
});

describe('it ends at once', () => {
  const operator = () => platformClient(server);
  /** Looks at a session as a worker does each minute. */
  const look = async (id: string) => {
    const task = await tenantsAdmin.tasks?.impersonation_end?.({} as TaskDeps);
    const query = (sql: string, values?: unknown[]) => asWorker(server, sql, values ?? []);
    const { signal } = new AbortController();
    const run = {
      tenant_id: api.tenant.id,
      subject: id,
      attempts: 1,
      pool: server.db,
      query,
      signal,
    };
    await task?.(run);
  };
  /** Ends a session as the name says. @returns the reason in the audit log */
  const ways: Record<
    string,
    (session: Awaited<ReturnType<typeof impersonate>>, who: SignedUp) => Promise<string>
  > = {
    'with a sign-out, which ends no other session of the user': async ({ client }) => {
      expect((await client.post('/v1/auth/signout', { scope: 'global' })).body.data.revoked).toBe(
        1,
      );
      return 'signed_out';
    },
    'when the tenant refuses impersonation, which then cannot begin': async (_, who) => {
      await api.patch('/v1/governance', { impersonation: 'refused' });
      expect(code(await ask(who))).toEqual([403, 'IMPERSONATION_REFUSED']);
      await api.patch('/v1/governance', { impersonation: null });
      return 'refused';
    },
    'when the installation switches it off, and stays ended when it is switched on again': async (
      _,
      who,
    ) => {
      const settings = (impersonation: boolean) =>
        operator().patch('/admin/settings', { impersonation });
      expect((await settings(false)).body.data.impersonation).toBe(false);
      expect(code(await ask(who))).toEqual([403, 'IMPERSONATION_REFUSED']);
      await settings(true);
      return 'switched_off';
    },
    'when the user is banned': async (_, who) => {
      await api.patch(`/v1/users/${who.user.id}`, { banned: true });
      expect(code(await ask(who))).toEqual([403, 'IMPERSONATION_REFUSED']);
      return 'user_banned';
    },
    'when the user is deleted': async (_, who) => {
      expect((await api.delete(`/v1/users/${who.user.id}?force=true`)).status).toBe(200);
      return 'user_deleted';
    },
    'when its 900 seconds are over': async ({ id }) => {
      await server.db.query(
        `update app.sessions set expires_at = expires_at - interval '900 seconds', created_at = created_at - interval '900 seconds'
         where tenant_id = $1 and id = $2 and expires_at = created_at + interval '900 seconds'`,
        [api.tenant.id, id],
      );
      return 'expired';
    },
  };

  it.each(Object.keys(ways))('%s', async (name) => {
    const who = await signUp(api);
    const session = await impersonate(who);
    expect(await alive(session.client)).toEqual(living);
    const why = await ways[name]?.(session, who);
    expect(await alive(session.client)).toEqual(ended);
    await look(session.id);
    expect((await logged('impersonation.ended', session.id)).map(whyOf)).toEqual([why]);
    if (!/user_/.test(why ?? '')) expect(await alive(who.client)).toEqual(living);
  });

  const whyOf = ({ changes }: { changes: { after: { reason: string } } }) => changes.after.reason;

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['is revoked', (id) => operator().delete(`/admin/keys/${id}`)],
    ['is rotated', (id) => operator().post(`/admin/keys/${id}/rotate`, {})],
    ['loses the scope', (id) => operator().patch(`/admin/keys/${id}`, { scopes: ['audit'] })],
  ])('when the platform key %s, with all of its sessions', async (_, end) => {
    const { key, client: by } = await newKey(server, ['impersonate']);
    const sessions = [await impersonate(user, by), await impersonate(admin, by)];
    const other = await impersonate(user);
    const endings = async () => {
      for (const { id } of [...sessions, other]) await look(id);
    };
    await endings();
    for (const { client } of sessions) expect(await alive(client)).toEqual(living);
    await end(key.id);
    for (const { client } of sessions) expect(await alive(client)).toEqual(ended);
    await endings();
    for (const { id } of sessions)
      expect((await logged('impersonation.ended', id)).map(whyOf)).toEqual(['key_revoked']);
    expect(await alive(other.client)).toEqual(living);
    await other.client.post('/v1/auth/signout', {});
  });

  it('a worker looks at it within a minute, again and again', async () => {
    const { id, client } = await impersonate(user);
    const due = async () => {
      const { rows } = await server.db.query(
        `select due_at between clock_timestamp() and clock_timestamp() + interval '1 minute' as soon
         from app.work where tenant_id = $1 and kind = 'task' and id = $2`,
        [api.tenant.id, `impersonation_end ${id}`],
      );
      return rows;
    };
    expect(await due()).toEqual([{ soon: true }]);
    await server.db.query('delete from app.work where id = $1', [`impersonation_end ${id}`]);
    await look(id);
    expect(await due()).toEqual([{ soon: true }]);
    expect(await alive(client)).toEqual(living);
  });
});

it('a key impersonates ten users at a time, of whichever tenants', async () => {
  const { client: by } = await newKey(server, ['impersonate']);
  const other = await createTenant(server);
  const foreign = await signUp(other);
  const first = await impersonate(user, by);
  expect((await ask(foreign, by, other.tenant.id)).status).toBe(200);
  for (let n = 2; n < 10; n++) await impersonate(user, by);
  expect(code(await ask(admin, by))).toEqual([429, 'CONCURRENCY_LIMITED']);
  expect((await ask(admin)).status).toBe(200);
  await first.client.post('/v1/auth/signout', {});
  await impersonate(admin, by);
});
