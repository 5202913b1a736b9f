import { createHash } from 'node:crypto';
import { generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { Browser } from '../support/browser.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { useServer } from '../support/use-server.ts';
import { anotherAddress } from '../support/users.ts';
import { application, configure, offer, startUrl } from './support.ts';

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

describe('an id_token', () => {
  it('signs in the user it names: the same one as by redirect', async () => {
    const back = await new Browser(server).follow(startUrl(server, tenant, 'acme'), application);
    expect(back.hash).toContain('access_token');
    const { status, body } = await grant({ id_token: await idp.idToken(ada()) });
    expect([status, body.data.user.email]).toEqual([200, 'ada@example.com']);
    const { rowCount } = await server.db.query('select from app.users where tenant_id = $1', [
      tenant.tenant.id,
    ]);
    expect(rowCount).toBe(1);
  });

  it('creates one user, however many requests come at once', async () => {
    const id_token = await idp.idToken(ada());
    const answers = await Promise.all(Array.from({ length: 10 }, () => grant({ id_token })));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.data.user.id)).size).toBe(1);
    const { rowCount } = await server.db.query('select from app.users where tenant_id = $1', [
      tenant.tenant.id,
    ]);
    expect(rowCount).toBe(1);
  });

  it('is accepted with its nonce, plain or as sha256', async () => {
    const hashed = createHash('sha256').update('n0nce').digest('hex');
    for (const nonce of ['n0nce', hashed]) {
      const id_token = await idp.idToken({ ...ada(), nonce });
      expect((await grant({ id_token, nonce: 'n0nce' })).status).toBe(200);
    }
  });

  it('may be issued for another client of the same application', async () => {
    const id_token = await idp.idToken({ ...ada(), aud: 'mobile' });
    expect((await grant({ id_token })).status).toBe(401);
    await configure(server, tenant.tenant.id, { oauth: { acme: { client_ids: ['mobile'] } } });
    expect((await grant({ id_token })).status).toBe(200);
  });

  it.each<[string, JWTPayload, object]>([
    ['for another client', { aud: 'somebody else' }, {}],
    ['for several clients, one other authorized', { aud: ['insula', 'evil'], azp: 'evil' }, {}],
    ['of another issuer', { iss: 'https://evil.example' }, {}],
    ['with another nonce', { nonce: 'a' }, { nonce: 'b' }],
    ['with a nonce that the request does not show', { nonce: 'a' }, {}],
    ['without the nonce that is expected', {}, { nonce: 'b' }],
    ['issued in the future', { iat: now() + 3600, exp: now() + 7200 }, {}],
    ['not valid yet', { nbf: now() + 3600 }, {}],
    ['without a subject', { sub: undefined }, {}],
    ['with a subject beyond what a number holds', { sub: (2 ** 53) as never }, {}],
    ['with NUL in its subject', { sub: 'ad\0a' }, {}],
    ['with half a character in its subject', { sub: 'ada\ud83d' }, {}],
    ['without an expiry', { exp: undefined }, {}],
  ])('%s is refused', async (_, claims, more) => {
    const id_token = await idp.idToken({ ...ada(), ...claims });
    const { status, body } = await grant({ id_token, ...more });
    expect([status, body.error.code]).toEqual([401, 'INVALID_TOKEN']);
  });

  it('is refused after it expired', async () => {
    const id_token = await idp.idToken({ ...ada(), iat: now() - 7200, exp: now() - 3600 });
    const { status, body } = await grant({ id_token });
    expect([status, body.error.code]).toEqual([401, 'TOKEN_EXPIRED']);
  });

  it('is refused with a signature of any other key', async () => {
    const own = await generateKeyPair('RS256');
    const claims = { ...ada(), iss: idp.issuer, aud: idp.clientId };
    const sign = (header: object) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', ...header }).sign(own.privateKey);
    const tokens = [
      await sign({ kid: 'key-1' }),
      await sign({ kid: 'unknown' }),
      await idp.idToken(ada(), { alg: 'HS256' }),
      new UnsecuredJWT(claims).encode(),
      `${(await idp.idToken(ada())).slice(0, -20)}AAAAAAAAAAAAAAAAAAAA`,
      'no token at all',
    ];
    for (const id_token of tokens) {
      const { status, body } = await grant({ id_token });
      expect([status, body.error.code]).toEqual([401, 'INVALID_TOKEN']);
    }
  });

  it('requires a provider that issues them and is switched on', async () => {
    const id_token = await idp.idToken(ada());
    const off = await grant({ id_token, provider: 'google' });
    expect([off.status, off.body.error.code]).toEqual([403, 'PROVIDER_DISABLED']);
    expect((await grant({ id_token, provider: 'nobody' })).status).toBe(404);
    const github = { enabled: true, client_id: 'x' };
    await configure(server, tenant.tenant.id, { oauth: { github } });
    const without = await grant({ id_token, provider: 'github' });
    expect([without.status, without.body.error.param]).toEqual([400, 'provider']);
    const nothing = await grant({});
    expect([nothing.status, nothing.body.error.param]).toEqual([400, 'id_token']);
  });
});
