import { randomBytes, sign } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { selfSigned } from '../support/certificate.ts';
import { type IdentityProvider, person, startIdentityProvider } from '../support/saml-idp.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { type SignedUp, signUp } from '../support/users.ts';
import { allowBack, enter, exchange, providers, signInWith } from './support.ts';

const slo = '/v1/auth/saml/slo';
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const site = 'https://app.example/';
const server = useServer();
const api = useTenant(server);
let idp: IdentityProvider;
let providerId: string;
let user: SignedUp;
/** An access token of the session that SAML made. */
let token: string;

beforeAll(async () => {
  idp = await startIdentityProvider(server, api.tenant.id);
  await allowBack(server.db, api);
  providerId = (await enter(api, idp)).id;
  user = await signUp(api, { email: 'ada@corp.example' });
  await server.db.query('update app.users set email_verified_at = now() where id = $1', [
    user.user.id,
  ]);
});
beforeEach(async () => {
  const { code } = await signInWith(api, idp, { person: person('ada@corp.example') });
  token = (await exchange(api, code)).body.data.access_token;
});
afterAll(async () => {
  await idp.close();
});

interface Changes {
  issuer?: string;
  subject?: string;
  destination?: string;
  issuedAt?: Date;
  id?: string;
  key?: string;
  algorithm?: string;
  relayState?: string;
  inside?: string;
}

/** The query of a LogoutRequest, signed as the binding HTTP-Redirect has it (SAML 2.0 bindings, 3.4.4.1). */
function requestOf(changes: Changes = {}): string {
  const {
    issuer = idp.entityId,
    subject = 'id-of-ada@corp.example',
    destination = `${server.url}${slo}?tenant_id=${api.tenant.id}`,
    issuedAt = new Date(),
    id = `_${randomBytes(16).toString('hex')}`,
    key = idp.key,
    algorithm = rsaSha256,
    relayState = 'state of theirs',
    inside = '',
  } = changes;
  const xml = `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${issuedAt.toISOString()}" Destination="${destination.replaceAll('&', '&amp;')}"><saml:Issuer>${issuer}</saml:Issuer>${inside}<saml:NameID>${subject}</saml:NameID></samlp:LogoutRequest>`;
  const query = [
    ['SAMLRequest', deflateRawSync(xml).toString('base64')],
    ['RelayState', relayState],
    ['SigAlg', algorithm],
  ]
    .map(([name, value]) => `${name}=${encodeURIComponent(value as string)}`)
    .join('&');
  const signature = sign(algorithm.includes('sha1') ? 'sha1' : 'sha256', Buffer.from(query), key);
  return `${query}&Signature=${encodeURIComponent(signature.toString('base64'))}`;
}

const come = (query: string) => api.as(undefined).get(`${slo}?tenant_id=${api.tenant.id}&${query}`);
const lives = async () => (await api.as(token).get('/v1/auth/user')).status === 200;

describe('a logout started by the provider', () => {
  it('ends the sessions that the provider started, and confirms it', async () => {
    expect(await lives()).toBe(true);
    const { status, headers } = await come(requestOf({ id: '_the_request' }));
    expect(status).toBe(302);
    const url = new URL(headers.get('location') as string);
    expect(url.origin + url.pathname).toBe(`${idp.url}/logout`);
    expect(url.searchParams.get('RelayState')).toBe('state of theirs');
    const packed = Buffer.from(url.searchParams.get('SAMLResponse') as string, 'base64');
    const answer = inflateRawSync(packed).toString();
    expect(answer).toContain('InResponseTo="_the_request"');
    expect(answer).toContain('status:Success');
    expect(await lives()).toBe(false);
    // Sessions that began with a password continue.
    expect((await user.client.get('/v1/auth/user')).status).toBe(200);
  });

  it('is accepted only once', async () => {
    const query = requestOf();
    const statuses = [(await come(query)).status, (await come(query)).status];
    expect(statuses).toEqual([302, 401]);
  });

  it('redirects to the site when no response is wanted, and accepts unknown users', async () => {
    const metadata_xml = (await idp.metadata()).replaceAll(/<SingleLogoutService[^>]*>/g, '');
    await api.patch(`${providers}/${providerId}`, { metadata_xml });
    const { headers } = await come(requestOf({ subject: 'nobody' }));
    expect(headers.get('location')).toBe(site);
    expect(await lives()).toBe(true);
    await api.patch(`${providers}/${providerId}`, { metadata_xml: await idp.metadata() });
  });
});

describe('a logout request is refused', () => {
  it.each<[string, (query: string) => string]>([
    ['unsigned', () => requestOf().replace(/&Signature=.*/, '')],
    ['with an empty signature', () => requestOf().replace(/&Signature=.*/, '&Signature=')],
    ['signed by another key', () => requestOf({ key: selfSigned('other').key })],
    ['with SHA-1', () => requestOf({ algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })],
    ['signed for another RelayState', () => requestOf().replace('theirs', 'mine')],
    [
      'signed for another subject',
      () => {
        const other = requestOf({ subject: 'nobody' });
        return requestOf().replace(/Signature=.*/, /Signature=.*/.exec(other)?.[0] as string);
      },
    ],
    [
      'with the signed value under a similar name',
      () => {
        const signed = requestOf({ subject: 'nobody' });
        const forged = /^SAMLRequest=[^&]*/.exec(requestOf())?.[0];
        return `${signed.replace('SAMLRequest', 'xSAMLRequest')}&${forged}`;
      },
    ],
    ['that is old', () => requestOf({ issuedAt: new Date(Date.now() - 11 * 60_000) })],
    ['issued in the future', () => requestOf({ issuedAt: new Date(Date.now() + 60_000) })],
    ['addressed to another', () => requestOf({ destination: 'https://other.example/slo' })],
    ['with a comment', () => requestOf({ inside: '<!-- -->' })],
    ['with two names', () => requestOf({ inside: '<saml:NameID>nobody</saml:NameID>' })],
    ['that names nobody', () => requestOf({ subject: '' })],
    ['that is not compressed', () => 'SAMLRequest=PGE%2B'],
    [
      'that decompresses to more than 256 kB',
      () => {
        const packed = deflateRawSync(Buffer.alloc(4_000_000, ' ')).toString('base64');
        return `SAMLRequest=${encodeURIComponent(packed)}`;
      },
    ],
    [
      'that is another message',
      () => `SAMLRequest=${encodeURIComponent(deflateRawSync('<a/>').toString('base64'))}`,
    ],
  ])('%s', async (_, forge) => {
    const { status, body } = await come(forge(''));
    expect([status, body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(await lives()).toBe(true);
  });

  it('for a provider that is unknown or switched off', async () => {
    const unknown = await come(requestOf({ issuer: 'urn:unknown' }));
    expect([unknown.status, unknown.body.error.param]).toEqual([400, 'SAMLRequest']);
    const theirs = await createTenant(server);
    const query = requestOf({ destination: `${server.url}${slo}?tenant_id=${theirs.tenant.id}` });
    expect(
      (await theirs.as(undefined).get(`${slo}?tenant_id=${theirs.tenant.id}&${query}`)).status,
    ).toBe(400);
    await api.patch(`${providers}/${providerId}`, { enabled: false });
    expect((await come(requestOf())).body.error.code).toBe('PROVIDER_DISABLED');
    await api.patch(`${providers}/${providerId}`, { enabled: true });
    expect((await come('SAMLRequest=x&SAMLRequest=y')).status).toBe(400);
    expect(await lives()).toBe(true);
  });
});

describe('a logout started by the user', () => {
  it('goes through the provider and returns to the site', async () => {
    const { status, headers } = await api.as(token).get(slo);
    expect(status).toBe(302);
    const url = new URL(headers.get('location') as string);
    expect(url.origin + url.pathname).toBe(`${idp.url}/logout`);
    const packed = Buffer.from(url.searchParams.get('SAMLRequest') as string, 'base64');
    expect(inflateRawSync(packed).toString()).toContain('>id-of-ada@corp.example<');
    expect(await lives()).toBe(false);
    const back = await come('SAMLResponse=anything&RelayState=x');
    expect([back.status, back.headers.get('location')]).toEqual([302, site]);
  });

  it('with a password returns to the site, or reports that there is no site', async () => {
    const { headers } = await user.client.get(slo);
    expect(headers.get('location')).toBe(site);
    expect((await user.client.get('/v1/auth/user')).status).toBe(401);
    expect(await lives()).toBe(true);
    await allowBack(server.db, api, { site_url: null });
    expect((await come('')).body.error.code).toBe('INVALID_REDIRECT');
  });
});
