import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { callAtHost } from '../support/at-host.ts';
import { type NameServer, startNameServer } from '../support/dns.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { signUp } from '../support/users.ts';

const path = '/v1/branding';
const verify = `${path}/verify-domain`;

let server: TestServer;
let names: NameServer;
let api: TenantClient;
let count = 0;
let domain: string;
beforeAll(async () => {
  names = await startNameServer();
  server = await startTestServer({ TRUSTED_PROXIES: 'loopback' });
});
beforeEach(async () => {
  api = await createTenant(server);
  domain = `app${++count}.example.com`;
});
afterAll(async () => {
  await server.close();
  names.close();
});

/** Asks from an address of its own each time: an address may ask only so often. */
const verifyDomain = (tenant = api) =>
  tenant.post(verify, undefined, { 'x-forwarded-for': `203.0.113.${++count % 250}` });

async function publish(tenant: TenantClient, name = domain): Promise<void> {
  const { body } = await tenant.patch(path, { custom_domain: name });
  const record = body.data.custom_domain_dns;
  names.records.set(record.name, ['v=spf1 -all', record.value]);
}

const tenantAt = async (host: string) => {
  const { status, body } = await callAtHost(server, host, '/v1/tenant-config');
  return status === 200 ? body.data.tenant_id : body.error.code;
};

describe('a custom domain', () => {
  it('waits for its TXT record, and then leads to the tenant', async () => {
    const { body } = await api.patch(path, { custom_domain: 'App.Example.org.' });
    expect(body.data).toMatchObject({
      custom_domain: 'app.example.org',
      custom_domain_status: 'pending',
      custom_domain_dns: {
        type: 'TXT',
        name: '_insula.app.example.org',
        value: expect.stringMatching(/^insula-verification=[0-9A-Za-z]{32}$/),
      },
    });
    expect((await verifyDomain()).body.data.custom_domain_status).toBe('failed');
    names.records.set('_insula.app.example.org', ['insula-verification=of-somebody-else']);
    expect((await verifyDomain()).body.data.custom_domain_status).toBe('failed');
    names.records.set('_insula.app.example.org', [body.data.custom_domain_dns.value]);
    const verified = await verifyDomain();
    expect([verified.status, verified.body.data.custom_domain_status]).toEqual([200, 'verified']);
    expect(await tenantAt('app.example.org')).toBe(api.tenant.id);
    expect(await tenantAt('APP.example.org:8443')).toBe(api.tenant.id);
    const operator = await platformClient(server).get(`/admin/tenants/${api.tenant.id}`);
    expect(operator.body.data.custom_domain).toBe('app.example.org');
    expect((await api.get('/v1/tenants/current')).body.data.custom_domain).toBe('app.example.org');
    // Once more changes nothing.
    expect((await verifyDomain()).body.data.custom_domain_status).toBe('verified');
  });

  it('stops working when it is changed or removed, or its record is gone', async () => {
    const hosts = async () =>
      (
        await server.db.query('select host from app.tenant_hosts where tenant_id = $1', [
          api.tenant.id,
        ])
      ).rows.map(({ host }) => host);
    await publish(api);
    await verifyDomain();
    expect(await hosts()).toEqual([domain]);
    await api.patch(path, { custom_domain: domain, brand_name: 'Same' });
    expect(await hosts()).toEqual([domain]);
    names.records.delete(`_insula.${domain}`);
    expect((await verifyDomain()).body.data.custom_domain_status).toBe('failed');
    expect(await hosts()).toEqual([]);
    await publish(api, `new-${domain}`);
    await verifyDomain();
    expect(await hosts()).toEqual([`new-${domain}`]);
    const { body } = await api.patch(path, { custom_domain: null });
    expect(body.data).toMatchObject({
      custom_domain: null,
      custom_domain_status: null,
      custom_domain_dns: null,
    });
    expect(await hosts()).toEqual([]);
  });

  it('stays as it is when the DNS does not answer', async () => {
    await publish(api);
    await verifyDomain();
    names.broken.add(`_insula.${domain}`);
    const { status, body } = await verifyDomain();
    expect([status, body.error.code]).toEqual([502, 'UPSTREAM_ERROR']);
    expect((await api.get(path)).body.data.custom_domain_status).toBe('verified');
  });

  it('belongs to one tenant: another’s record, or a second claim, is refused', async () => {
    const other = await createTenant(server);
    await publish(api);
    await verifyDomain();
    await other.patch(path, { custom_domain: domain });
    // The record is that of the first tenant.
    expect((await verifyDomain(other)).body.data.custom_domain_status).toBe('failed');
    await publish(other);
    const { status, body } = await verifyDomain(other);
    expect([status, body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    expect(await tenantAt(domain)).toBe(api.tenant.id);
  });

  it('that does not exist cannot be verified', async () => {
    const { status, body } = await verifyDomain();
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it.each([
    'localhost',
    'app',
    '127.0.0.1',
    '[::1]',
    'https://app.example.com',
    'app.example.com/path',
    'app.example.com:3000',
    '*.example.com',
    '-a.example.com',
    'a b.example.com',
    '_x.example.com',
    `${'a'.repeat(64)}.example.com`,
    '',
  ])('is refused as %j', async (name) => {
    const { status, body } = await api.patch(path, { custom_domain: name });
    expect([status, body.error?.param]).toEqual([400, 'custom_domain']);
  });

  it('may use any script', async () => {
    const { body } = await api.patch(path, { custom_domain: 'bücher.example' });
    expect(body.data.custom_domain).toBe('xn--bcher-kva.example');
  });
});

describe('a subdomain of the server', () => {
  it('<slug>.<host of BASE_URL> belongs to its tenant without set-up, and cannot be a custom domain', async () => {
    const named = await createTenant(server, { slug: 'named' });
    const { host } = new URL(server.url);
    expect(await tenantAt(`named.${host}`)).toBe(named.tenant.id);
    expect(await tenantAt(`nobody.${host}`)).toBe('TENANT_NOT_FOUND');
    const apart = await server.sibling({ BASE_URL: 'https://api.insula.example' });
    for (const name of ['api.insula.example', 'named.api.insula.example']) {
      const response = await fetch(apart.url + path, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ custom_domain: name }),
      });
      expect(response.status).toBe(400);
    }
    await apart.close();
  });
});

describe('a token used at the host of another tenant (T10)', () => {
  it('is refused for keys and users, at a custom domain and at <slug>.', async () => {
    const other = await createTenant(server, { slug: 'other-slug' });
    await publish(other);
    await verifyDomain(other);
    const { session } = await signUp(api);
    const own = await signUp(other);
    const { host } = new URL(server.url);
    for (const at of [domain, `other-slug.${host}`]) {
      const get = async (token: string) => {
        const headers = { authorization: `Bearer ${token}` };
        const { status, body } = await callAtHost(server, at, '/v1/tenants/current', headers);
        return [status, body.error?.code ?? body.data.id];
      };
      expect(await get(session.access_token)).toEqual([403, 'TENANT_MISMATCH']);
      expect(await get(api.token)).toEqual([403, 'TENANT_MISMATCH']);
      expect(await get(own.session.access_token)).toEqual([200, other.tenant.id]);
      expect(await get(other.token)).toEqual([200, other.tenant.id]);
    }
  });
});
