import { get } from 'node:http';
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { Browser } from '../support/browser.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { useServer } from '../support/use-server.ts';
import { anotherAddress, type SignedUp, signUp } from '../support/users.ts';
import { application, offer, startUrl } from './support.ts';

const server = useServer({
  TRUSTED_PROXIES: 'loopback',
  OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
});
let idp: IdentityProvider;
let tenant: TenantClient;
beforeAll(async () => {
  idp = await startIdentityProvider(server, ['acme']);
  idp.accounts = { ada: { email: 'ada@example.com', email_verified: true } };
  idp.signsIn = 'ada';
});
beforeEach(async () => {
  tenant = await createTenant(server);
  await offer(tenant, idp, ['acme']);
});
afterAll(async () => {
  await idp.close();
});

const now = () => Math.floor(Date.now() / 1000);
const ada = (): JWTPayload => ({
  sub: 'ada',
  iat: now(),
  exp: now() + 300,
  email: 'ada@example.com',
  email_verified: true,
});
const grant = (body: object) =>
  tenant
    .as(undefined)
    .post(
      '/v1/auth/token?grant_type=id_token',
      { provider: 'acme', tenant_id: tenant.tenant.id, ...body },
      anotherAddress(),
    );

describe('linked identities', () => {
  let user: SignedUp;
  beforeEach(async () => {
    user = await signUp(tenant);
  });
  const link = (body: object, who = user) =>
    who.client.post('/v1/auth/identities/link', { provider: 'acme', ...body });
  const list = async (who = user) => (await who.client.get('/v1/auth/identities')).body.data;

  it('are linked by an id_token, once, and listed only to their user', async () => {
    const id_token = await idp.idToken(ada());
    const first = await link({ id_token });
    expect([first.status, first.body.data.provider]).toEqual([200, 'acme']);
    expect((await link({ id_token })).body.data.id).toBe(first.body.data.id);
    expect(await list()).toMatchObject([{ id: first.body.data.id, email: 'ada@example.com' }]);
    const other = await signUp(tenant);
    expect(await list(other)).toEqual([]);
    const taken = await link({ id_token }, other);
    expect([taken.status, taken.body.error.code]).toEqual([409, 'IDENTITY_ALREADY_LINKED']);
    const signedIn = await grant({ id_token });
    expect(signedIn.body.data.user.id).toBe(user.user.id);
  });

  it('are linked by a browser that follows the link, once', async () => {
    const { body } = await link({ redirect_to: application });
    const browser = new Browser(server);
    const back = await browser.follow(body.data.url, application);
    expect(back.href).toBe(`${application}?linked=acme`);
    expect(await list()).toHaveLength(1);
    const again = await new Browser(server).open(body.data.url);
    expect([again.status, JSON.parse(again.text).error.code]).toEqual([401, 'OTP_EXPIRED']);
    const { rows } = await server.db.query(
      `select after from app.journal where tenant_id = $1 and type = 'user.linked'`,
      [tenant.tenant.id],
    );
    expect(rows).toMatchObject([{ after: { id: user.user.id, provider: 'acme' } }]);
  });

  it('are not linked by a ticket for another provider or from another tenant', async () => {
    await offer(tenant, idp, ['other']);
    const url = (await link({ redirect_to: application })).body.data.url as string;
    const elsewhere = await new Browser(server).open(url.replace('/acme?', '/other?'));
    expect(elsewhere.status).toBe(401);
    const other = await createTenant(server);
    await offer(other, idp, ['acme']);
    const ticket = new URL(url).searchParams.get('link') as string;
    const foreign = startUrl(server, other, 'acme', { link: ticket });
    expect((await new Browser(server).open(foreign)).status).toBe(401);
  });

  it('tell the application when the account belongs to another user', async () => {
    await link({ id_token: await idp.idToken(ada()) });
    const other = await signUp(tenant);
    const { body } = await link({ redirect_to: application }, other);
    const back = await new Browser(server).follow(body.data.url, application);
    expect(back.searchParams.get('error_code')).toBe('IDENTITY_ALREADY_LINKED');
  });

  it('can be unlinked by their user while there is another way to sign in', async () => {
    const { id } = (await link({ id_token: await idp.idToken(ada()) })).body.data;
    const other = await signUp(tenant);
    const path = `/v1/auth/identities/${id}`;
    expect((await other.client.delete(path)).status).toBe(404);
    const { body } = await user.client.delete(path);
    expect(body.data).toEqual({ id, deleted: true });
    expect((await user.client.delete(path)).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it('cannot be unlinked when they are the only way to sign in', async () => {
    const { body } = await grant({ id_token: await idp.idToken(ada()) });
    const client = tenant.as(body.data.access_token);
    const [identity] = (await client.get('/v1/auth/identities')).body.data;
    const refused = await client.delete(`/v1/auth/identities/${identity.id}`);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'SINGLE_IDENTITY']);
    const second = await idp.idToken({ ...ada(), sub: 'second', email: 'two@example.com' });
    await client.post('/v1/auth/identities/link', { provider: 'acme', id_token: second });
    expect((await client.delete(`/v1/auth/identities/${identity.id}`)).status).toBe(200);
  });

  it('accept only what is documented', async () => {
    expect((await link({ provider: undefined })).status).toBe(400);
    expect((await link({ redirect_to: 'https://evil.example' })).body.error.code).toBe(
      'INVALID_REDIRECT',
    );
    expect((await link({ provider: 'nobody', redirect_to: application })).status).toBe(404);
    expect((await tenant.get('/v1/auth/identities')).status).toBe(403);
  });
});

describe('an anonymous user', () => {
  const begin = async () => {
    const { body } = await tenant.post('/v1/auth/anonymous', {}, anotherAddress());
    return { user: body.data.user, client: tenant.as(body.data.access_token) };
  };

  it('becomes a real one after linking an account by redirect', async () => {
    const { user, client } = await begin();
    const { body } = await client.post('/v1/auth/identities/link', {
      provider: 'acme',
      redirect_to: application,
    });
    await new Browser(server).follow(body.data.url, application);
    const now = (await client.get('/v1/auth/user')).body.data;
    expect(now).toMatchObject({
      id: user.id,
      is_anonymous: false,
      role: 'user',
      email: 'ada@example.com',
    });
  });
});

describe('a sign-in that starts at the host of a tenant', () => {
  /** Where a browser is sent that has typed in that host. */
  const sentTo = (host: string, path: string) =>
    new Promise<URL>((resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      const headers = { ...anotherAddress(), host };
      get({ hostname, port, path, headers }, (answer) => {
        answer.resume();
        resolve(new URL(answer.headers.location as string));
      }).on('error', reject);
    });

  it('continues at BASE_URL, whose cookie comes back with the browser', async () => {
    const own = await createTenant(server, { slug: 'hosted' });
    await offer(own, idp, ['acme']);
    const path = `/v1/auth/oauth/acme?redirect_to=${encodeURIComponent(application)}`;
    const host = `hosted.${new URL(server.url).host}`;
    const there = await sentTo(host, path);
    expect([there.origin, there.searchParams.get('tenant_id')]).toEqual([
      server.url,
      own.tenant.id,
    ]);
    // Once, whatever a proxy makes of the host.
    const away = await sentTo(host, there.pathname + there.search);
    expect(away.origin).toBe(idp.issuer);
    const back = await new Browser(server).follow(there.href, application);
    expect(back.hash).toContain('access_token=');
  });
});
