import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { Browser } from '../support/browser.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { useServer } from '../support/use-server.ts';
import { anotherAddress, signUp } from '../support/users.ts';
import { application, configure, offer, pkce, startUrl } from './support.ts';

const server = useServer({
  TRUSTED_PROXIES: 'loopback',
  OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
});
let idp: IdentityProvider;
let tenant: TenantClient;
beforeAll(async () => {
  idp = await startIdentityProvider(server, ['acme', 'other']);
});
beforeEach(async () => {
  tenant = await createTenant(server);
  await offer(tenant, idp, ['acme']);
  idp.accounts = {
    ada: {
      email: 'Ada@Example.com',
      email_verified: true,
      name: 'Ada',
      picture: 'https://p.example/a',
    },
    eve: { email: 'ada@example.com', email_verified: false, name: 'Eve' },
  };
  idp.signsIn = 'ada';
});
afterAll(async () => {
  await idp.close();
});

const exchange = (body: object) =>
  tenant.as(undefined).post('/v1/auth/oauth/token', body, anotherAddress());

/** Signs in with a challenge. @returns the session */
async function signIn(query: Record<string, string> = {}) {
  const { code_verifier, code_challenge } = pkce();
  const start = startUrl(server, tenant, 'acme', {
    code_challenge,
    code_challenge_method: 'S256',
    ...query,
  });
  const back = await new Browser(server).follow(start, application);
  const code = back.searchParams.get('code') as string;
  expect(back.href).toContain(application);
  const { status, body } = await exchange({ code, code_verifier });
  expect([status, body.error]).toEqual([200, undefined]);
  return { session: body.data, back };
}

/** Signs in without a challenge, and answers what the application is told. */
async function comeBack(browser = new Browser(server), query = {}): Promise<URL> {
  return browser.follow(startUrl(server, tenant, 'acme', query), application);
}

const users = async () =>
  (await server.db.query('select * from app.users where tenant_id = $1', [tenant.tenant.id])).rows;
const events = async (type: string) =>
  (
    await server.db.query('select after from app.journal where tenant_id = $1 and type = $2', [
      tenant.tenant.id,
      type,
    ])
  ).rows;

describe('a sign-in with a provider', () => {
  it('creates a user with the verified email, and a session for the code and its verifier', async () => {
    const { session, back } = await signIn({ state: 'application’s own' });
    expect(back.searchParams.get('state')).toBe('application’s own');
    expect(session.user).toMatchObject({
      email: 'ada@example.com',
      email_verified: true,
      role: 'user',
      user_metadata: { name: 'Ada', picture: 'https://p.example/a' },
    });
    const identities = await tenant.as(session.access_token).get('/v1/auth/identities');
    expect(identities.body.data).toMatchObject([
      {
        provider: 'acme',
        email: 'ada@example.com',
        identity_data: { sub: 'ada', name: 'Ada', email_verified: true },
      },
    ]);
    expect(await events('user.created')).toHaveLength(1);
    expect(await events('user.signed_in')).toMatchObject([{ after: { methods: ['oauth'] } }]);
  });

  it('finds the same user the next time, even if the email has changed', async () => {
    const first = await signIn();
    idp.accounts.ada = { email: 'new@example.com', email_verified: true };
    const second = await signIn();
    expect(second.session.user.id).toBe(first.session.user.id);
    const { body } = await tenant.as(second.session.access_token).get('/v1/auth/identities');
    expect(body.data).toMatchObject([{ email: 'new@example.com' }]);
    expect(await users()).toHaveLength(1);
  });

  it('sends PKCE, a nonce, a state bound to one browser, and our own redirect address', async () => {
    const browser = new Browser(server);
    await comeBack(browser);
    const asked = new URL(browser.visited[1] as string);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: `${server.url}/v1/auth/oauth/acme/callback`,
      scope: 'openid email profile',
    });
    const page = await new Browser(server).open(startUrl(server, tenant, 'acme'));
    expect(page.status).toBe(302);
    expect(page.headers.get('set-cookie')).toMatch(
      /^insula_oauth_\w{16}=[\w-]{43}; Path=\/v1\/auth\/oauth; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    // Of the verifier and the nonce the database knows nothing.
    const { rows } = await server.db.query(
      'select data from app.auth_challenges where tenant_id = $1',
      [tenant.tenant.id],
    );
    expect(JSON.stringify(rows)).not.toContain(asked.searchParams.get('nonce'));
  });

  it('delivers tokens in the fragment when the application gave no challenge', async () => {
    const back = await comeBack();
    expect([...back.searchParams]).toEqual([]);
    const tokens = new URLSearchParams(back.hash.slice(1));
    expect(tokens.get('token_type')).toBe('bearer');
    const { body } = await tenant.as(tokens.get('access_token') ?? '').get('/v1/auth/user');
    expect(body.data.email).toBe('ada@example.com');
  });

  it('can answer its address instead of redirecting, and the browser that follows it gets the cookie', async () => {
    const { body } = await tenant
      .as(undefined)
      .get(
        `${startUrl(server, tenant, 'acme', { skip_http_redirect: 'true' }).slice(server.url.length)}`,
      );
    expect(body.data.url).toMatch(`${server.url}/v1/auth/oauth/acme?`);
    const back = await new Browser(server).follow(body.data.url, application);
    expect(back.hash).toContain('access_token=');
  });

  it('accepts a form post from providers that use it', async () => {
    await configure(server, tenant.tenant.id, { oauth: { acme: { response_mode: 'form_post' } } });
    const browser = new Browser(server);
    const start = await browser.open(startUrl(server, tenant, 'acme'));
    expect(start.headers.get('set-cookie')).toMatch(/; SameSite=None; Secure$/);
    let page = start;
    while (page.headers.get('location'))
      page = await browser.open(new URL(page.headers.get('location') as string, idp.issuer).href);
    const form = Object.fromEntries(
      [...page.text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    ) as Record<string, string>;
    form.user = JSON.stringify({ name: { firstName: 'Ada', lastName: 'L.' } });
    idp.accounts.ada = { email: 'ada@example.com', email_verified: true };
    const callback = `${server.url}/v1/auth/oauth/acme/callback`;
    const { status, headers } = await browser.open(callback, form);
    expect(status).toBe(303);
    expect(headers.get('location')).toContain(`${application}#access_token=`);
    expect((await users())[0].user_metadata).toEqual({ name: 'Ada L.' });
  });

  it('requires the second factor of users who have one', async () => {
    const { session } = await signIn();
    await server.db.query(
      `insert into app.mfa_factors (tenant_id, id, user_id, secret, verified_at)
       values ($1, 'mfa_1', $2, 'x', now())`,
      [tenant.tenant.id, session.user.id],
    );
    const { code_verifier, code_challenge } = pkce();
    const back = await comeBack(undefined, { code_challenge, code_challenge_method: 's256' });
    const { status, body } = await exchange({
      auth_code: back.searchParams.get('code'),
      code_verifier,
    });
    expect([status, body.error.code]).toEqual([401, 'MFA_REQUIRED']);
    const told = await comeBack();
    expect(told.searchParams.get('error_code')).toBe('MFA_REQUIRED');
    expect(new URLSearchParams(told.hash.slice(1)).get('mfa_token')).toMatch(/^[0-9a-f]{32}\./);
  });
});

describe('the email of a provider account', () => {
  const known = async (isVerified: boolean) => {
    const { user, client } = await signUp(tenant, { email: 'ada@example.com' });
    if (isVerified)
      await server.db.query('update app.users set email_verified_at = now() where id = $1', [
        user.id,
      ]);
    return { ...user, client };
  };

  it('links an existing account when both sides have verified it', async () => {
    const user = await known(true);
    const { session } = await signIn();
    expect(session.user.id).toBe(user.id);
    expect(await events('user.linked')).toMatchObject([
      { after: { id: user.id, provider: 'acme' } },
    ]);
  });

  it('takes over an unverified account once the provider has verified it, and drops what was set up before', async () => {
    const user = await known(false);
    const { session } = await signIn();
    expect(session.user).toMatchObject({ id: user.id, email_verified: true });
    expect((await user.client.get('/v1/auth/user')).status).toBe(401);
    const signin = await tenant.post(
      '/v1/auth/signin',
      { email: 'ada@example.com', password: 'correct horse battery' },
      anotherAddress(),
    );
    expect(signin.status).toBe(401);
  });

  it.each([
    ['the provider has not verified it', 'eve', true],
    ['nobody has verified it', 'eve', false],
  ])('links nothing when %s', async (_, who, isVerified) => {
    const user = await known(isVerified);
    idp.signsIn = who;
    const back = await comeBack();
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      error_code: 'ALREADY_EXISTS',
      error_description: expect.stringContaining('/v1/auth/identities/link'),
    });
    expect(back.hash).toBe('');
    expect(await users()).toMatchObject([{ id: user.id }]);
  });

  it('does not block its owner while it is unverified', async () => {
    idp.signsIn = 'eve';
    const { session } = await signIn();
    expect(session.user).toMatchObject({ email: null, pending_email: 'ada@example.com' });
    await signUp(tenant, { email: 'ada@example.com' });
  });

  it('is optional', async () => {
    idp.accounts.ada = {};
    expect((await signIn()).session.user).toMatchObject({ email: null, pending_email: null });
  });
});

describe('the application is told about an OAuth failure', () => {
  it('when sign-up is off, for new users only', async () => {
    await signIn();
    await configure(server, tenant.tenant.id, { disable_signup: true });
    await signIn();
    idp.accounts.new = { email: 'new@example.com', email_verified: true };
    idp.signsIn = 'new';
    const back = await comeBack(undefined, { state: 'x' });
    expect(back.searchParams.get('error_code')).toBe('SIGNUP_DISABLED');
    expect(back.searchParams.get('state')).toBe('x');
    expect(await users()).toHaveLength(1);
  });

  it('when the user declines', async () => {
    idp.signsIn = null;
    const back = await comeBack();
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: 'access_denied',
      error_code: 'UPSTREAM_ERROR',
      error_description: 'acme refused: access_denied: not today.',
    });
  });

  it('when our client credentials are wrong', async () => {
    await configure(server, tenant.tenant.id, { oauth: { acme: { client_secret: 'wrong' } } });
    const back = await comeBack();
    expect(back.searchParams.get('error')).toBe('server_error');
    expect(back.searchParams.get('error_description')).toBe('acme refused: invalid_client.');
  });

  it('and a banned user gets no session', async () => {
    const { session } = await signIn();
    await server.db.query('update app.users set banned_at = now() where id = $1', [
      session.user.id,
    ]);
    expect((await comeBack()).searchParams.get('error_code')).toBe('USER_BANNED');
  });
});
