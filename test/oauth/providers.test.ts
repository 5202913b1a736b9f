import { exportJWK, exportPKCS8, generateKeyPair, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient, createTenant, type TenantClient } from '../support/api.ts';
import { Browser } from '../support/browser.ts';
import { type Listener, listen } from '../support/listen.ts';
import { useServer } from '../support/use-server.ts';
import { application, configure, startUrl } from './support.ts';

const server = useServer({
  TRUSTED_PROXIES: 'loopback',
  OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
});
let tenant: TenantClient;
beforeEach(async () => {
  tenant = await createTenant(server);
});

const now = () => Math.floor(Date.now() / 1000);

/** Starts a sign-in, and comes back with a code, without having been at the provider. */
async function comeBack(name: string): Promise<{ asked: URL; told: URL }> {
  const browser = new Browser(server);
  const away = await browser.open(startUrl(server, tenant, name));
  const asked = new URL(away.headers.get('location') as string);
  const callback = new URL(`${server.url}/v1/auth/oauth/${name}/callback`);
  callback.searchParams.set('code', 'a code');
  callback.searchParams.set('state', asked.searchParams.get('state') as string);
  const back = await browser.open(callback.href);
  return { asked, told: new URL(back.headers.get('location') as string) };
}

const user = async (told: URL) => {
  const token = new URLSearchParams(told.hash.slice(1)).get('access_token') ?? '';
  const client = tenant.as(token);
  const { body } = await client.get('/v1/auth/user');
  const [identity] = (await client.get('/v1/auth/identities')).body.data;
  return { ...body.data, identity };
};

describe('a provider with an API of its own', () => {
  let api: Listener;
  let emails: unknown;
  let raw: string;
  const client = { enabled: true, client_id: 'client', client_secret: 'secret' };
  beforeEach(() => {
    emails = [
      { email: 'second@example.com', primary: false, verified: true },
      { email: 'Octo@example.com', primary: true, verified: true },
    ];
  });
  beforeAll(async () => {
    api = await listen({
      'POST /token': () => ({ access_token: 'at', token_type: 'bearer' }),
      'GET /user': () => ({
        id: 583231,
        login: 'octocat',
        name: 'Octo',
        email: 'public@example.com',
      }),
      'GET /user/emails': () => emails,
      'GET /discord': () => ({
        id: '80351',
        username: 'nelly',
        email: 'n@example.com',
        verified: true,
      }),
      'GET /raw': () => Buffer.from(raw),
      'GET /x': () => ({
        data: { id: '2244', name: 'X', username: 'x', confirmed_email: 'x@example.com' },
      }),
    });
  });
  afterAll(() => api.close());
  const at = (userinfo: string, more: object = {}) => ({
    ...client,
    authorization_endpoint: `${api.url}/authorize`,
    token_endpoint: `${api.url}/token`,
    userinfo_endpoint: `${api.url}${userinfo}`,
    ...more,
  });

  it('is GitHub: the primary email counts if it is verified', async () => {
    const github = at('/user', { emails_endpoint: `${api.url}/user/emails` });
    await configure(server, tenant.tenant.id, { oauth: { github } });
    const { asked, told } = await comeBack('github');
    expect(asked.searchParams.get('scope')).toBe('read:user user:email');
    expect(asked.searchParams.get('code_challenge_method')).toBe('S256');
    expect(asked.searchParams.has('nonce')).toBe(false);
    expect(await user(told)).toMatchObject({
      email: 'octo@example.com',
      email_verified: true,
      identity: { provider: 'github', identity_data: { sub: '583231', username: 'octocat' } },
    });
    const [token, profile] = api.requests;
    expect(new URLSearchParams(token?.body).get('code_verifier')).toMatch(/^[\w-]{43}$/);
    expect(new URLSearchParams(token?.body).get('client_secret')).toBe('secret');
    expect(profile?.headers.authorization).toMatch(/^bearer at$/i);
  });

  it.each([
    ['is not verified', [{ email: 'octo@example.com', primary: true, verified: false }]],
    ['is not shown', []],
    ['is not an email', { message: 'Requires authentication' }],
  ])('does not prove an email that %s', async (_, list) => {
    emails = list;
    const github = at('/user', { emails_endpoint: `${api.url}/user/emails` });
    await configure(server, tenant.tenant.id, { oauth: { github } });
    const { told } = await comeBack('github');
    expect(await user(told)).toMatchObject({ email: null, email_verified: false });
  });

  it.each([
    ['discord', '/discord', 'n@example.com', '80351'],
    ['twitter', '/x', 'x@example.com', '2244'],
  ])('is %s: its fields are read where the preset says', async (name, path, email, sub) => {
    await configure(server, tenant.tenant.id, { oauth: { [name]: at(path) } });
    const { told } = await comeBack(name);
    expect(await user(told)).toMatchObject({ email, identity: { identity_data: { sub } } });
  });

  const rawAt = async (profile: string) => {
    raw = profile;
    const acme = at('/raw', { profile: { subject: 'id' } });
    await configure(server, tenant.tenant.id, { oauth: { acme } });
    return (await comeBack('acme')).told;
  };

  it('is believed to the last digit of an id', async () => {
    const ids = ['9007199254740992', '9007199254740993', '12345678901234567', '1e3', '1000'];
    const users = [];
    for (const id of ids) users.push(await user(await rawAt(`{"id": ${id}}`)));
    expect(new Set(users.map(({ id }) => id)).size).toBe(ids.length);
    expect(users.map(({ identity }) => identity.identity_data.sub)).toEqual(ids);
  });

  it.each([
    ['a NUL', '{"id": "ad\\u0000a"}', 'UPSTREAM_ERROR'],
    ['half a character', '{"id": "ada\\ud83d"}', 'UPSTREAM_ERROR'],
    ['no id', '{"id": null}', 'UPSTREAM_ERROR'],
    ['something that is not JSON', '{"id": 1', 'UPSTREAM_ERROR'],
    ['JSON that is nested too deep', '['.repeat(100_000), 'UPSTREAM_ERROR'],
  ])('is not believed with %s', async (_, profile, code) => {
    const told = await rawAt(profile);
    expect([told.searchParams.get('error_code'), told.hash]).toEqual([code, '']);
  });

  it('that is unreachable is reported to the application', async () => {
    await configure(server, tenant.tenant.id, {
      oauth: {
        github: at('/nothing'),
        discord: { ...at('/discord'), token_endpoint: 'http://127.0.0.1:9/' },
      },
    });
    for (const name of ['github', 'discord']) {
      const { told } = await comeBack(name);
      expect(told.searchParams.get('error_code')).toBe('UPSTREAM_ERROR');
    }
  });
});

describe('the provider mock', () => {
  const enabled = { oauth: { mock: { enabled: true } } };

  it('signs in whomever login_hint names, on a local server, once it is switched on', async () => {
    const start = startUrl(server, tenant, 'mock', { login_hint: 'Grace@example.com' });
    expect((await new Browser(server).open(start)).status).toBe(403);
    await configure(server, tenant.tenant.id, enabled);
    const told = await new Browser(server).follow(start, application);
    expect(await user(told)).toMatchObject({ email: 'grace@example.com', email_verified: true });
  });

  it('does not exist on a server that others can reach', async () => {
    const other = await server.sibling({ BASE_URL: 'https://api.example' });
    await configure(server, tenant.tenant.id, enabled);
    const { status, body } = await createClient(other).get(
      startUrl(server, tenant, 'mock', { is_own: 'true' }).slice(server.url.length),
    );
    expect([status, body.error.code]).toEqual([403, 'PROVIDER_DISABLED']);
    await other.close();
  });
});

describe('a provider that gives a wrong id_token', () => {
  let evil: Listener;
  let claims: (issuer: string, nonce: string) => JWTPayload;
  let nonce = '';
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  let signedBy: typeof keys.privateKey;
  beforeAll(async () => {
    keys = await generateKeyPair('ES256', { extractable: true });
    evil = await listen({
      'GET /.well-known/openid-configuration': () => ({
        issuer: evil.url,
        authorization_endpoint: `${evil.url}/authorize`,
        token_endpoint: `${evil.url}/token`,
        jwks_uri: `${evil.url}/jwks`,
        id_token_signing_alg_values_supported: ['ES256'],
      }),
      'GET /jwks': async () => ({ keys: [await exportJWK(keys.publicKey)] }),
      'POST /token': async () => ({
        access_token: 'at',
        token_type: 'bearer',
        id_token: await new SignJWT(claims(evil.url, nonce))
          .setProtectedHeader({ alg: 'ES256' })
          .sign(signedBy),
      }),
    });
  });
  afterAll(() => evil.close());
  const good = (iss: string, itsNonce: string): JWTPayload => ({
    ...{ iss, nonce: itsNonce, aud: 'client', sub: 'ada', iat: now(), exp: now() + 300 },
    ...{ email: 'ada@example.com', email_verified: true },
  });

  /** As comeBack, with the nonce that was sent. */
  async function signIn(): Promise<URL> {
    const acme = { enabled: true, issuer: evil.url, client_id: 'client', client_secret: 'secret' };
    await configure(server, tenant.tenant.id, { oauth: { acme } });
    const browser = new Browser(server);
    const away = await browser.open(startUrl(server, tenant, 'acme'));
    const { searchParams } = new URL(away.headers.get('location') as string);
    nonce = searchParams.get('nonce') as string;
    const state = searchParams.get('state') as string;
    const query = new URLSearchParams({ code: 'c', state });
    const back = await browser.open(`${server.url}/v1/auth/oauth/acme/callback?${query}`);
    return new URL(back.headers.get('location') as string);
  }

  it('would be accepted with a correct one', async () => {
    [claims, signedBy] = [good, keys.privateKey];
    expect((await signIn()).hash).toContain('access_token=');
  });

  it.each<[string, object]>([
    ['issuer', { iss: 'https://accounts.google.com' }],
    ['audience', { aud: 'another client' }],
    ['nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['end', { iat: 1, exp: 2 }],
  ])('signs nobody in: %s', async (_, wrong) => {
    claims = (issuer, itsNonce) => ({ ...good(issuer, itsNonce), ...wrong });
    signedBy = keys.privateKey;
    const told = await signIn();
    expect([told.searchParams.get('error_code'), told.hash]).toEqual(['UPSTREAM_ERROR', '']);
  });

  it('signs no one in: wrong signature', async () => {
    [claims, signedBy] = [good, (await generateKeyPair('ES256')).privateKey];
    expect((await signIn()).searchParams.get('error_code')).toBe('UPSTREAM_ERROR');
  });
});

describe('Sign in with Apple', () => {
  it('uses a client secret signed with the key of the tenant', async () => {
    const key = await generateKeyPair('ES256', { extractable: true });
    const apple = await listen({
      'GET /.well-known/openid-configuration': () => ({
        issuer: apple.url,
        authorization_endpoint: `${apple.url}/authorize`,
        token_endpoint: `${apple.url}/token`,
        jwks_uri: `${apple.url}/jwks`,
      }),
    });
    await configure(server, tenant.tenant.id, {
      oauth: {
        apple: {
          ...{ enabled: true, issuer: apple.url, client_id: 'app.example', response_mode: 'query' },
          ...{ team_id: 'TEAM', key_id: 'KEY', client_secret: await exportPKCS8(key.privateKey) },
        },
      },
    });
    await comeBack('apple');
    const body = new URLSearchParams(apple.requests.at(-1)?.body);
    const { payload, protectedHeader } = await jwtVerify(
      body.get('client_secret') as string,
      key.publicKey,
      { audience: 'https://appleid.apple.com', issuer: 'TEAM', subject: 'app.example' },
    );
    expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'KEY' });
    expect(payload.exp).toBeGreaterThan(now() + 3600);
    await apple.close();
  });
});

describe('GET /v1/auth/providers', () => {
  it('lists the ways to sign in, without a token and without secrets', async () => {
    await configure(server, tenant.tenant.id, {
      anonymous: { enabled: false },
      oauth: {
        google: { enabled: true, client_id: 'public', client_secret: 'never shown' },
        github: { enabled: true },
        acme: { enabled: true, client_id: 'x', issuer: 'https://id.acme.example', name: 'Acme' },
      },
    });
    const path = `/v1/auth/providers?tenant_id=${tenant.tenant.slug}`;
    const { status, body } = await tenant.as(undefined).get(path);
    expect(status).toBe(200);
    expect(body.data).toEqual([
      { provider: 'anonymous', name: 'Guest', type: 'anonymous', enabled: false },
      { provider: 'email', name: 'Email and password', type: 'email', enabled: true },
      { provider: 'magic_link', name: 'Magic link', type: 'magic_link', enabled: true },
      { provider: 'passkeys', name: 'Passkey', type: 'passkeys', enabled: true },
      { provider: 'phone', name: 'Phone', type: 'phone', enabled: true },
      { provider: 'acme', name: 'Acme', type: 'oidc', enabled: true },
      { provider: 'github', name: 'GitHub', type: 'oauth', enabled: false },
      { provider: 'google', name: 'Google', type: 'oidc', enabled: true },
    ]);
    expect((await tenant.as(undefined).get('/v1/auth/providers')).status).toBe(400);
  });
});
