import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { Browser } from '../support/browser.ts';
import { earlier } from '../support/earlier.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { useServer } from '../support/use-server.ts';
import { anotherAddress } from '../support/users.ts';
import { application, configure, offer, pkce, startUrl } from './support.ts';

const server = useServer({
  TRUSTED_PROXIES: 'loopback',
  OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
});
let idp: IdentityProvider;
let tenant: TenantClient;
beforeAll(async () => {
  idp = await startIdentityProvider(server, ['acme', 'other']);
  idp.accounts = { ada: { email: 'ada@example.com', email_verified: true } };
  idp.signsIn = 'ada';
});
beforeEach(async () => {
  tenant = await createTenant(server);
  await offer(tenant, idp, ['acme', 'other']);
});
afterAll(async () => {
  await idp.close();
});

const callbackOf = (name: string) => `${server.url}/v1/auth/oauth/${name}/callback`;
const sessions = async () =>
  (await server.db.query('select from app.sessions where tenant_id = $1', [tenant.tenant.id]))
    .rowCount;

/** A browser that is about to come back. @returns the address that the provider sends it to */
async function almostBack(browser = new Browser(server), query = {}): Promise<URL> {
  return browser.follow(startUrl(server, tenant, 'acme', query), callbackOf('acme'));
}

/** The answer of the callback, which must not be a redirect. */
async function refusal(browser: Browser, address: string | URL) {
  const { status, text } = await browser.open(String(address));
  return [status, JSON.parse(text).error.code];
}

describe('an OAuth callback', () => {
  it('requires a state', async () => {
    const browser = new Browser(server);
    const back = await almostBack(browser);
    back.searchParams.delete('state');
    expect(await refusal(browser, back)).toEqual([400, 'VALIDATION_ERROR']);
    expect(await sessions()).toBe(0);
  });

  it('requires a state that we issued', async () => {
    const browser = new Browser(server);
    const back = await almostBack(browser);
    for (const forged of ['x', `${tenant.tenant.id.slice(4)}.${'a'.repeat(43)}`]) {
      back.searchParams.set('state', forged);
      back.searchParams.set('tenant_id', tenant.tenant.id);
      expect(await refusal(browser, back)).toEqual([401, 'OTP_EXPIRED']);
    }
  });

  it('is valid only in the browser that started the sign-in', async () => {
    const victim = new Browser(server);
    const back = await almostBack(new Browser(server));
    expect(await refusal(victim, back)).toEqual([401, 'OTP_EXPIRED']);
    // Not even with a sign-in of its own under way.
    await almostBack(victim);
    expect(await refusal(victim, await almostBack(new Browser(server)))).toEqual([
      401,
      'OTP_EXPIRED',
    ]);
    expect(await sessions()).toBe(0);
  });

  it('works once', async () => {
    const browser = new Browser(server);
    const back = await almostBack(browser);
    expect((await browser.open(back.href)).status).toBe(302);
    expect(await refusal(browser, back)).toEqual([401, 'OTP_EXPIRED']);
    expect(await sessions()).toBe(1);
  });

  it('is valid only for its provider, not with the response of another', async () => {
    const browser = new Browser(server);
    const back = await almostBack(browser);
    expect(await refusal(browser, `${callbackOf('other')}${back.search}`)).toEqual([
      401,
      'OTP_EXPIRED',
    ]);
  });

  it('is valid only in its tenant', async () => {
    const browser = new Browser(server);
    const other = await createTenant(server);
    await offer(other, idp, ['acme']);
    const back = await almostBack(browser);
    back.searchParams.set('tenant_id', other.tenant.id);
    expect(await refusal(browser, back)).toEqual([403, 'TENANT_MISMATCH']);
    back.searchParams.delete('tenant_id');
    const state = back.searchParams.get('state') as string;
    back.searchParams.set('state', state.replace(/^\w+/, other.tenant.id.slice(4)));
    expect(await refusal(browser, back)).toEqual([401, 'OTP_EXPIRED']);
  });

  it('is valid for ten minutes', async () => {
    const browser = new Browser(server);
    const back = await almostBack(browser);
    await server.db.query(
      `update app.auth_challenges set expires_at = ${earlier('expires_at', "interval '10 min'")}
       where tenant_id = $1`,
      [tenant.tenant.id],
    );
    expect(await refusal(browser, back)).toEqual([401, 'OTP_EXPIRED']);
  });

  it.each([
    ['another issuer (RFC 9207)', { iss: 'https://evil.example' }],
    ['no issuer, where the provider names one', { iss: '' }],
    ['someone else’s code', { code: 'stolen' }],
  ])('with %s signs nobody in', async (_, changed) => {
    const browser = new Browser(server);
    const back = await almostBack(browser);
    for (const [name, value] of Object.entries(changed))
      if (value) back.searchParams.set(name, value);
      else back.searchParams.delete(name);
    const { headers } = await browser.open(back.href);
    const told = new URL(headers.get('location') as string);
    expect(told.searchParams.get('error_code')).toBe('UPSTREAM_ERROR');
    expect(told.hash).toBe('');
    expect(await sessions()).toBe(0);
  });

  it('with a code issued for another browser signs no one in, because the verifier differs', async () => {
    const [thief, victim] = [new Browser(server), new Browser(server)];
    const stolen = (await almostBack(victim)).searchParams.get('code') as string;
    const own = await almostBack(thief);
    own.searchParams.set('code', stolen);
    const { headers } = await thief.open(own.href);
    expect(headers.get('location')).toContain('error_code=UPSTREAM_ERROR');
    expect(await sessions()).toBe(0);
  });
});

describe('a one-time code', () => {
  const codeFor = async (code_challenge: string) => {
    const browser = new Browser(server);
    const query = { code_challenge, code_challenge_method: 'S256' };
    const url = await browser.follow(startUrl(server, tenant, 'acme', query), application);
    return url.searchParams.get('code') as string;
  };
  const exchange = async (body: object) => {
    const answer = await tenant.as(undefined).post('/v1/auth/oauth/token', body, anotherAddress());
    return [answer.status, answer.body.error?.code];
  };

  it('is exchanged for one session, however many requests come at once', async () => {
    const { code_challenge, code_verifier } = pkce();
    const code = await codeFor(code_challenge);
    const all = Array.from({ length: 20 }, () => exchange({ code, code_verifier }));
    const answers = (await Promise.all(all)).toSorted();
    expect(answers[0]).toEqual([200, undefined]);
    expect(answers.slice(1)).toEqual(Array(19).fill([401, 'OTP_EXPIRED']));
    expect(await sessions()).toBe(1);
  });

  it.each([
    ['without its verifier', () => ({})],
    ['with another verifier', () => ({ code_verifier: pkce().code_verifier })],
    ['with the challenge as verifier', (challenge: string) => ({ code_verifier: challenge })],
  ])('is refused and used up %s', async (_, wrong) => {
    const { code_challenge, code_verifier } = pkce();
    const code = await codeFor(code_challenge);
    expect(await exchange({ code, ...wrong(code_challenge) })).toEqual([401, 'OTP_EXPIRED']);
    expect(await exchange({ code, code_verifier })).toEqual([401, 'OTP_EXPIRED']);
  });

  it('can also be exchanged at /v1/auth/token', async () => {
    const { code_challenge, code_verifier } = pkce();
    const auth_code = await codeFor(code_challenge);
    const path = '/v1/auth/token?grant_type=pkce';
    const missing = await tenant.as(undefined).post(path, { auth_code }, anotherAddress());
    expect([missing.status, missing.body.error.param]).toEqual([400, 'code_verifier']);
    const done = await tenant.as(undefined).post(path, { auth_code, code_verifier });
    expect([done.status, done.body.data.user.email]).toEqual([200, 'ada@example.com']);
  });

  it('expires after five minutes', async () => {
    const { code_challenge, code_verifier } = pkce();
    const code = await codeFor(code_challenge);
    await server.db.query(
      `update app.auth_challenges set expires_at = ${earlier('expires_at', "interval '5 min'")}
       where tenant_id = $1 and kind = 'code'`,
      [tenant.tenant.id],
    );
    expect(await exchange({ code, code_verifier })).toEqual([401, 'OTP_EXPIRED']);
  });

  it.each([[{}], [{ code: 'a', auth_code: 'a' }], [{ code: 'a', code_verifier: 'short' }]])(
    'is refused unless it is requested as documented: %j',
    async (body) => {
      expect(await exchange({ tenant_id: tenant.tenant.id, ...body })).toEqual([
        400,
        'VALIDATION_ERROR',
      ]);
    },
  );
});

describe('the start of an OAuth sign-in', () => {
  const start = async (query: Record<string, string>, name = 'acme') =>
    refusal(new Browser(server), startUrl(server, tenant, name, query));
  const { code_challenge } = pkce();

  it.each([
    [{ code_challenge, code_challenge_method: 'plain' }, 'VALIDATION_ERROR'],
    [{ code_challenge }, 'VALIDATION_ERROR'],
    [{ code_challenge_method: 'S256' }, 'VALIDATION_ERROR'],
    [{ code_challenge: 'short', code_challenge_method: 'S256' }, 'VALIDATION_ERROR'],
    [{ redirect_to: 'https://app.example.evil/' }, 'INVALID_REDIRECT'],
    [{ redirect_to: 'https://app.example@evil.example/' }, 'INVALID_REDIRECT'],
    [{ redirect_to: 'javascript:alert(1)' }, 'INVALID_REDIRECT'],
    [{ scopes: 'a"b' }, 'VALIDATION_ERROR'],
  ])('is refused with %j', async (query, code) => {
    expect(await start(query)).toEqual([400, code]);
  });

  it('requires a URL to return to', async () => {
    const path = `${server.url}/v1/auth/oauth/acme?tenant_id=${tenant.tenant.id}`;
    expect(await refusal(new Browser(server), path)).toEqual([400, 'INVALID_REDIRECT']);
    await configure(server, tenant.tenant.id, { site_url: 'https://app.example/' });
    expect((await new Browser(server).open(path)).status).toBe(302);
  });

  it('is refused for an unknown provider, or one that is switched off', async () => {
    expect(await start({}, 'nobody')).toEqual([404, 'NOT_FOUND']);
    expect(await start({}, 'google')).toEqual([403, 'PROVIDER_DISABLED']);
    await configure(server, tenant.tenant.id, { oauth: { acme: { enabled: false } } });
    expect(await start({})).toEqual([403, 'PROVIDER_DISABLED']);
  });

  it.each([
    ['http://127.0.0.1:64999', 'cannot be reached'],
    ['http://192.0.2.1', 'not a public address'],
    ['http://8.8.8.8', 'must be reached by https'],
    ['http://169.254.169.254/latest', 'not a public address'],
  ])('with the issuer %s is refused and says why', async (issuer, why) => {
    await configure(server, tenant.tenant.id, { oauth: { acme: { issuer } } });
    const { status, text } = await new Browser(server).open(startUrl(server, tenant, 'acme'));
    const { error } = JSON.parse(text);
    expect([status, error.code]).toEqual([502, 'UPSTREAM_ERROR']);
    expect(error.message).toContain(why);
  });
});
