import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { application, offer, startUrl } from '../oauth/support.ts';
import { allowBack, enter, signInWith } from '../saml/support.ts';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { Browser } from '../support/browser.ts';
import * as openid from '../support/identity-provider.ts';
import * as saml from '../support/saml-idp.ts';
import { useServer } from '../support/use-server.ts';
import { anotherAddress } from '../support/users.ts';

const server = useServer({
  TRUSTED_PROXIES: 'loopback',
  OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
});
let oauth: openid.IdentityProvider;
let api: TenantClient;
beforeAll(async () => {
  oauth = await openid.startIdentityProvider(server, ['acme']);
});
afterAll(() => oauth.close());
beforeEach(async () => {
  api = await createTenant(server, { plan_tier: 'free' });
});

const limit = async (users: number) => {
  const path = `/admin/tenants/${api.tenant.id}`;
  expect((await platformClient(server).patch(path, { limits: { users } })).status).toBe(200);
};
const count = async () => (await api.get('/v1/users?limit=1')).body.data.total;

describe('the limit of users holds for', () => {
  it('a sign-in with OpenID Connect', async () => {
    await offer(api, oauth, ['acme']);
    oauth.accounts = {
      ada: { email: 'ada@example.com', email_verified: true, name: 'Ada' },
      bob: { email: 'bob@example.com', email_verified: true, name: 'Bob' },
    };
    const signIn = (who: string) => {
      oauth.signsIn = who;
      return new Browser(server).follow(startUrl(server, api, 'acme'), application);
    };
    await limit(1);
    expect((await signIn('ada')).href).toContain('access_token');
    const refused = await signIn('bob');
    expect(Object.fromEntries(refused.searchParams)).toMatchObject({
      error: 'access_denied',
      error_code: 'PLAN_LIMIT_EXCEEDED',
    });
    expect(refused.href).not.toContain('access_token');
    expect(await count()).toBe(1);
    // Those that there are sign in as before.
    expect((await signIn('ada')).href).toContain('access_token');
  });

  it('a sign-in with SAML', async () => {
    const idp = await saml.startIdentityProvider(server, api.tenant.id);
    await allowBack(server.db, api);
    await enter(api, idp);
    await limit(1);
    const signIn = (email: string) => signInWith(api, idp, { person: saml.person(email) });
    expect(await signIn('ada@corp.example')).toEqual({ code: expect.any(String) });
    const refused = await signIn('bob@corp.example');
    expect(refused).toMatchObject({ error: 'access_denied', error_code: 'PLAN_LIMIT_EXCEEDED' });
    expect(refused.code).toBe(undefined);
    expect(await count()).toBe(1);
    expect(await signIn('ada@corp.example')).toEqual({ code: expect.any(String) });
    await idp.close();
  });

  it.each<[string, (n: number) => [string, object]]>([
    ['an anonymous user', () => ['/v1/auth/anonymous', {}]],
    [
      'a sign-up',
      (n) => ['/v1/auth/signup', { email: `s${n}@example.com`, password: 'correct horse battery' }],
    ],
  ])('%s', async (_, make) => {
    await limit(1);
    const ask = (n: number) => api.post(...make(n), anotherAddress());
    const [first, second] = [await ask(1), await ask(2)];
    expect(first.body.success).toBe(true);
    expect([second.status, second.body.error.code]).toEqual([403, 'PLAN_LIMIT_EXCEEDED']);
    expect(await count()).toBe(1);
  });

  it('an invitation', async () => {
    await limit(1);
    expect((await api.post('/v1/users/invite', { email: 'a@example.com' })).status).toBe(201);
    const { status, body } = await api.post('/v1/users/invite', { email: 'b@example.com' });
    expect([status, body.error.code]).toEqual([403, 'PLAN_LIMIT_EXCEEDED']);
    expect(await count()).toBe(1);
  });
});

it('holds for the owner of a new tenant, which is then not made', async () => {
  const name = `Alone ${api.tenant.id}`;
  const { status, body } = await platformClient(server).post('/admin/tenants', {
    name,
    owner_email: 'owner@example.com',
    limits: { users: 0 },
  });
  expect([status, body.error.code]).toEqual([403, 'PLAN_LIMIT_EXCEEDED']);
  const { rows } = await server.db.query('select 1 from app.tenants where name = $1', [name]);
  expect(rows).toEqual([]);
});

it('counts users once for each hundredth of a limit, and exactly at its end', async () => {
  await limit(400);
  await server.db.query(
    `insert into app.users (tenant_id, id, email, role)
     select $1, app.new_id('usr'), 'many' || n || '@example.com', 'user' from generate_series(1, 397) n`,
    [api.tenant.id],
  );
  const make = (n: number) => api.post('/v1/users', { email: `u${n}@example.com` });
  const made = await Promise.all([make(1), make(2), make(3), make(4), make(5)]);
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 403, 403]);
  const shown = made.map(({ headers }) => headers.get('x-plan-usage')).filter(Boolean);
  expect(shown.toSorted()).toEqual(['users=100%', 'users=99%', 'users=99%']);
  const one = made.find(({ status }) => status === 201);
  await api.delete(`/v1/users/${one?.body.data.id}`);
  expect((await make(6)).status).toBe(201);
  const { body } = await make(7);
  expect(body.error.details).toMatchObject({ limit: 'users', used: 400, max: 400 });
});
