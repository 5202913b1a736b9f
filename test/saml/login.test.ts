import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type IdentityProvider, readLogin, startIdentityProvider } from '../support/saml-idp.ts';
import { useServer } from '../support/use-server.ts';
import { allowBack, back, elsewhere, enter } from './support.ts';

const login = '/v1/auth/saml/login';
const metadata = '/v1/auth/saml/metadata';
const server = useServer();
let api: TenantClient;
let idp: IdentityProvider;
let id: string;
beforeAll(async () => {
  idp = await startIdentityProvider(server, 'ten_any');
});
beforeEach(async () => {
  api = await createTenant(server);
  await allowBack(server.db, api);
  ({ id } = await enter(api, idp));
});
afterAll(async () => {
  await idp.close();
});

describe('a SAML login', () => {
  it('sends the browser to the provider with a single-use request', async () => {
    const requests = new Set<string>();
    for (const way of [
      { email: 'Ada@CORP.example' },
      { domain: 'Corp.Example' },
      { provider_id: id },
      { tenant_id: api.tenant.slug, domain: 'corp.example', redirect_to: back },
    ]) {
      const client = 'tenant_id' in way ? api.as(undefined) : api;
      const { status, headers } = await client.post(login, way, elsewhere());
      expect(status).toBe(303);
      const url = headers.get('location') as string;
      expect(url.startsWith(`${idp.url}/sso?`)).toBe(true);
      const { request, requestId } = readLogin(url);
      expect(request).toContain(`>${server.url}${metadata}?tenant_id=${api.tenant.id}<`);
      requests.add(requestId);
    }
    expect(requests.size).toBe(4);
  });

  it.each<[string, object, number, string]>([
    [
      'two ways to name the provider',
      { email: 'a@corp.example', domain: 'corp.example' },
      400,
      'VALIDATION_ERROR',
    ],
    ['none', {}, 400, 'VALIDATION_ERROR'],
    ['no email', { email: 'corp.example' }, 400, 'VALIDATION_ERROR'],
    ['an unknown domain', { domain: 'other.example' }, 404, 'NOT_FOUND'],
    ['an unknown provider', { provider_id: 'saml_0' }, 404, 'NOT_FOUND'],
    [
      'a redirect that is not allowed',
      { domain: 'corp.example', redirect_to: 'https://evil.example' },
      400,
      'INVALID_REDIRECT',
    ],
    [
      'a broken challenge',
      { domain: 'corp.example', code_challenge: 'x' },
      400,
      'VALIDATION_ERROR',
    ],
    [
      'a plain challenge',
      { domain: 'corp.example', code_challenge_method: 'plain' },
      400,
      'VALIDATION_ERROR',
    ],
  ])('is refused with %s', async (_, body, status, code) => {
    const answer = await api.post(login, body, elsewhere());
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  it('is refused without a tenant, or without a URL to return to', async () => {
    const body = { domain: 'corp.example' };
    const nowhere = await api.as(undefined).post(login, body, elsewhere());
    expect(nowhere.body.error.code).toBe('TENANT_REQUIRED');
    await allowBack(server.db, api, { site_url: null });
    const answer = await api.post(login, body, elsewhere());
    expect(answer.body.error.code).toBe('INVALID_REDIRECT');
  });

  it('can be started 30 times from one IP address in five minutes', async () => {
    const from = elsewhere();
    const body = { domain: 'corp.example', skip_http_redirect: true };
    const statuses = [];
    for (let count = 0; count < 31; count++)
      statuses.push((await api.post(login, body, from)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('our SAML metadata', () => {
  it('describes us in this tenant', async () => {
    const anybody = api.as(undefined);
    const path = `${metadata}?tenant_id=${api.tenant.id}`;
    const { status, headers, body } = await anybody.get(path);
    expect([status, headers.get('content-type')]).toEqual([
      200,
      'application/samlmetadata+xml; charset=utf-8',
    ]);
    expect(body).toContain(`entityID="${server.url}${path}"`);
    expect(body).toContain('WantAssertionsSigned="true"');
    expect(body).toMatch(
      /<AssertionConsumerService [^>]*HTTP-POST" Location="[^"]*\/v1\/auth\/saml\/acs"/,
    );
    expect(body).toMatch(
      /<SingleLogoutService Binding="[^"]*HTTP-Redirect" Location="[^"]*\/v1\/auth\/saml\/slo\?/,
    );
    const again = await anybody.get(`${metadata}?tenant_id=${api.tenant.slug}&provider_id=${id}`);
    expect(again.body).toBe(body);
    const file = await anybody.get(`${path}&download=true`);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="insula-saml.xml"');
  });

  it('is refused without a tenant, or for an unknown provider', async () => {
    expect((await api.as(undefined).get(metadata)).body.error.code).toBe('TENANT_REQUIRED');
    const theirs = await createTenant(server);
    const foreign = await theirs.get(`${metadata}?provider_id=${id}`);
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect((await api.get(`${metadata}?download=maybe`)).status).toBe(400);
  });
});
