import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { callAtHost } from '../support/at-host.ts';
import { type NameServer, startNameServer } from '../support/dns.ts';
import { until } from '../support/until.ts';
import { useServer } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';

const list = '/admin/routes';
const server = useServer();
const operator = () => platformClient(server);

let names: NameServer;
let acme: TenantClient;
let other: TenantClient;
let count = 0;
/** Unknown to the files that share the database. */
const newHost = () => `r${++count}.${acme.tenant.id.slice(4)}.example.com`;
const newPrefix = () => `/r${++count}-${acme.tenant.id.slice(4)}`;
beforeAll(async () => {
  names = await startNameServer();
  [acme, other] = [await createTenant(server), await createTenant(server)];
});
afterAll(() => names.close());

const create = async (body: object) => {
  const answer = await operator().post(list, { tenant_id: acme.tenant.id, ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
};
const verify = async (id: string) => (await operator().post(`${list}/${id}/verify`)).body.data;

/** A route whose host is proved. */
async function active(body: object) {
  const route = await create(body);
  const { name, value } = route.verification;
  names.records.set(name, ['v=spf1 -all', value]);
  return verify(route.id);
}

/** The tenant that a call without a token comes to, or what it is told. */
async function tenantAt(host: string, path = '/v1/tenant-config', headers = {}, at = server) {
  const { status, body } = await callAtHost(at, host, path, headers);
  return status === 200 ? body.data.tenant_id : body.error.code;
}
const ownHost = () => new URL(server.url).host;

describe('a host', () => {
  it('waits for its TXT record, and then leads to the tenant', async () => {
    const hostname = newHost();
    const route = await create({ hostname: `${hostname.toUpperCase()}.` });
    expect(route).toMatchObject({
      ...{ hostname, path_prefix: null, tenant_id: acme.tenant.id, source: 'operator' },
      ...{ status: 'pending', tls_status: 'pending' },
      verification: {
        ...{ type: 'TXT', name: `_insula.${hostname}`, checked_at: null, error: null },
        value: expect.stringMatching(/^insula-verification=[0-9A-Za-z]{32}$/),
      },
    });
    expect(await tenantAt(hostname)).toBe('TENANT_REQUIRED');
    expect(await verify(route.id)).toMatchObject({
      status: 'pending',
      verification: { error: expect.stringContaining('There is no TXT record') },
    });
    names.records.set(`_insula.${hostname}`, [route.verification.value]);
    expect(await verify(route.id)).toMatchObject({
      ...{ status: 'active', tls_status: 'allowed' },
      verification: { error: null, checked_at: expect.any(String) },
    });
    expect(await tenantAt(hostname)).toBe(acme.tenant.id);
    expect(await tenantAt(`${hostname.toUpperCase()}.:8443`)).toBe(acme.tenant.id);
    expect(await tenantAt(hostname, `http://${hostname}/v1/tenant-config`)).toBe(acme.tenant.id);
    // Another host counts for nothing in a header, and Host counts for nothing beside a whole address.
    expect(await tenantAt(ownHost(), undefined, { 'x-forwarded-host': hostname })).toBe(
      'TENANT_REQUIRED',
    );
    expect(await tenantAt(hostname, `${server.url}/v1/tenant-config`)).toBe('TENANT_REQUIRED');
    const disabled = await operator().patch(`${list}/${route.id}`, { status: 'disabled' });
    expect(disabled.body.data.status).toBe('disabled');
    expect(await tenantAt(hostname)).toBe('TENANT_REQUIRED');
    // The proof alone does not open what the operator has closed.
    expect((await verify(route.id)).status).toBe('disabled');
    await operator().patch(`${list}/${route.id}`, { status: 'active' });
    expect(await tenantAt(hostname)).toBe(acme.tenant.id);
    await operator().delete(`${list}/${route.id}`);
    expect(await tenantAt(hostname)).toBe('TENANT_REQUIRED');
  });

  it('that the operator has closed stays closed, though its proof is lost and comes back', async () => {
    const { id, hostname, verification } = await active({ hostname: newHost() });
    const records = names.records.get(verification.name) as string[];
    const [path, closed] = [`${list}/${id}`, { status: 'disabled' }];
    // Closed first, then lost; and lost first, then closed.
    for (const steps of [[closed, 'lost'] as const, ['lost', closed] as const]) {
      for (const step of steps)
        if (step === 'lost') {
          names.records.delete(verification.name);
          await verify(id);
        } else await operator().patch(path, step);
      const early = await operator().patch(path, { status: 'active' });
      expect([early.status, early.body.error?.code]).toEqual([409, 'INVALID_STATE']);
      names.records.set(verification.name, records);
      expect(await verify(id)).toMatchObject({
        status: 'disabled',
        verification: { error: null, lost_at: null },
      });
      expect(await tenantAt(hostname)).toBe('TENANT_REQUIRED');
      const opened = await operator().patch(path, { status: 'active' });
      expect(opened.body.data.status).toBe('active');
    }
  });

  it('is heard of in every process', async () => {
    const sibling = await server.sibling();
    const hostname = newHost();
    try {
      expect(await tenantAt(hostname, undefined, {}, sibling as typeof server)).toBe(
        'TENANT_REQUIRED',
      );
      await active({ hostname });
      await until(
        () => tenantAt(hostname, undefined, {}, sibling as typeof server),
        (found) => found === acme.tenant.id,
      );
    } finally {
      await sibling.close();
    }
  });

  it('never outweighs a token', async () => {
    const { hostname } = await active({ hostname: newHost() });
    const own = await signUp(acme);
    const stranger = await signUp(other);
    const as = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const { status, body } = await callAtHost(server, hostname, '/v1/tenants/current', headers);
      return [status, body.error?.code ?? body.data.id];
    };
    expect(await as(acme.token)).toEqual([200, acme.tenant.id]);
    expect(await as(own.session.access_token)).toEqual([200, acme.tenant.id]);
    expect(await as(other.token)).toEqual([403, 'TENANT_MISMATCH']);
    expect(await as(stranger.session.access_token)).toEqual([403, 'TENANT_MISMATCH']);
    expect(await tenantAt(hostname, undefined, { 'x-tenant-id': other.tenant.id })).toBe(
      'TENANT_MISMATCH',
    );
  });

  it('belongs to one tenant, by whichever way', async () => {
    const hostname = newHost();
    // A tenant has proved it first.
    const { body } = await other.patch('/v1/branding', { custom_domain: hostname });
    const { name, value } = body.data.custom_domain_dns;
    names.records.set(name, [value]);
    await other.post('/v1/branding/verify-domain');
    expect(await tenantAt(hostname)).toBe(other.tenant.id);
    for (const path_prefix of [undefined, '/part']) {
      const refused = await operator().post(list, {
        ...{ tenant_id: acme.tenant.id, hostname, path_prefix },
      });
      expect([refused.status, refused.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    }
    // The operator has proved it first.
    const ours = await active({ hostname: newHost() });
    const claim = await other.patch('/v1/branding', { custom_domain: ours.hostname });
    names.records.get(`_insula.${ours.hostname}`)?.push(claim.body.data.custom_domain_dns.value);
    const late = await other.post('/v1/branding/verify-domain');
    expect([late.status, late.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    expect(await tenantAt(ours.hostname)).toBe(acme.tenant.id);
    const again = await operator().post(list, {
      ...{ tenant_id: other.tenant.id, hostname: ours.hostname },
    });
    expect([again.status, again.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
  });

  it('can be moved to another tenant at once', async () => {
    const { id, hostname } = await active({ hostname: newHost() });
    const moved = await operator().patch(`${list}/${id}`, { tenant_id: other.tenant.id });
    expect(moved.body.data).toMatchObject({ tenant_id: other.tenant.id, status: 'active' });
    expect(await tenantAt(hostname)).toBe(other.tenant.id);
  });

  it('begins again with another way of proof', async () => {
    const { id, verification } = await active({ hostname: newHost() });
    const { body } = await operator().patch(`${list}/${id}`, { verification: { type: 'HTTP' } });
    expect(body.data).toMatchObject({ status: 'pending', verification: { type: 'HTTP' } });
    expect(body.data.verification.value).not.toBe(verification.value);
    const early = await operator().patch(`${list}/${id}`, { status: 'active' });
    expect([early.status, early.body.error.code]).toEqual([409, 'INVALID_STATE']);
  });

  it.each([
    'localhost',
    'app',
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    'https://app.example.com',
    'app.example.com/path',
    'app.example.com:3000',
    '*.example.com',
    'a b.example.com',
    '_x.example.com',
    `${'a'.repeat(64)}.example.com`,
    '',
  ])('is refused as %j', async (hostname) => {
    const { status, body } = await operator().post(list, { tenant_id: acme.tenant.id, hostname });
    expect([status, body.error?.param]).toEqual([400, 'hostname']);
  });

  it('is none of BASE_URL, which leads to all tenants', async () => {
    const apart = await server.sibling({ BASE_URL: 'https://api.insula.example' });
    try {
      for (const hostname of ['api.insula.example', 'acme.API.insula.example.']) {
        const { status, body } = await platformClient(apart as typeof server).post(list, {
          ...{ tenant_id: acme.tenant.id, hostname },
        });
        expect([status, body.error?.param]).toEqual([400, 'hostname']);
      }
    } finally {
      await apart.close();
    }
  });

  it('may use any script', async () => {
    const { hostname } = await create({ hostname: `bücher.${newHost()}` });
    expect(hostname).toMatch(/^xn--bcher-kva\./);
  });
});

describe('a prefix', () => {
  it('on our own host leads to the tenant at once, and is cut off', async () => {
    const prefix = newPrefix();
    const route = await create({ path_prefix: prefix });
    expect(route).toMatchObject({
      ...{ hostname: null, status: 'active', tls_status: 'none' },
      verification: { type: 'NONE', name: null, value: null },
    });
    expect(await tenantAt(ownHost(), `${prefix}/v1/tenant-config?x_y=1`)).toBe('VALIDATION_ERROR');
    expect(await tenantAt(ownHost(), `${prefix}/v1/tenant-config`)).toBe(acme.tenant.id);
    const headers = { authorization: `Bearer ${acme.token}` };
    const made = await callAtHost(server, ownHost(), `${prefix}/v1/object-types`, headers, {
      ...{ method: 'POST', body: { name: 'things' } },
    });
    expect(made.status).toBe(201);
    const path = `${prefix}/v1/object-types/things`;
    expect((await callAtHost(server, ownHost(), path, headers)).status).toBe(200);
    const stranger = { authorization: `Bearer ${other.token}` };
    const refused = await callAtHost(server, ownHost(), path, stranger);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'TENANT_MISMATCH']);
    expect((await verify(route.id)).status).toBe('active');
  });

  it('counts by the longest, and only at its host', async () => {
    const [host, elsewhere] = [newHost(), newHost()];
    const prefix = newPrefix();
    await create({ path_prefix: prefix });
    await active({ hostname: host, path_prefix: '/shop' });
    await active({ hostname: host, path_prefix: '/shop/b', tenant_id: other.tenant.id });
    await active({ hostname: elsewhere });
    const config = (path: string, at = host) => tenantAt(at, `${path}/v1/tenant-config`);
    expect(await config('/shop')).toBe(acme.tenant.id);
    expect(await config('/shop/b')).toBe(other.tenant.id);
    expect(await config('/shop/c')).toBe('ROUTE_NOT_FOUND');
    expect(await config('/shopping')).toBe('ROUTE_NOT_FOUND');
    // The host by itself leads to neither, and what leads somewhere elsewhere leads nowhere here.
    expect(await config('')).toBe('TENANT_REQUIRED');
    expect(await config(prefix)).toBe('ROUTE_NOT_FOUND');
    expect(await config(prefix, elsewhere)).toBe('ROUTE_NOT_FOUND');
    expect(await config(prefix, `${acme.tenant.slug}.${ownHost()}`)).toBe('ROUTE_NOT_FOUND');
  });

  it('cannot be written otherwise, and stands before nothing of the operator', async () => {
    const prefix = newPrefix();
    await create({ path_prefix: prefix });
    const name = prefix.slice(1);
    const headers = { authorization: `Bearer ${server.platformKey}` };
    for (const path of [
      `/${name.toUpperCase()}/v1/tenant-config`,
      `/${name}/../v1/tenant-config`,
      `/${name}/./v1/tenant-config`,
      `/${name}//v1/tenant-config`,
      `//${name}/v1/tenant-config`,
      `/${name}%2fv1/tenant-config`,
      `/%72${name.slice(1)}/v1/tenant-config`,
      `/${name}/${name}/v1/tenant-config`,
      `/${name}`,
      `/${name}/`,
      `/${name}/admin/tenants`,
      `/${name}/v1/../admin/tenants`,
      `/${name}/%61dmin/tenants`,
      `/${name}/owner/plans`,
      `/${name}/metrics`,
      `/${name}/ready`,
      `/${name}/tls/ask?domain=localhost`,
      `/${name}/webhooks/stripe`,
    ]) {
      const { status } = await callAtHost(server, ownHost(), path, headers);
      expect(status, path).toBe(404);
    }
  });

  it.each([
    '/v1',
    '/admin',
    '/acme/v1',
    '/acme/admin/x',
    '/.well-known',
    '/tls',
    '/',
    '',
    'acme',
    '/acme/',
    '/acme//b',
    '/a/../b',
    '/Acme',
    '/a%20b',
    '/a?b',
    `/${'a'.repeat(200)}`,
  ])('is refused as %j', async (path_prefix) => {
    const { status, body } = await operator().post(list, {
      ...{ tenant_id: acme.tenant.id, path_prefix },
    });
    expect([status, body.error?.param]).toEqual([400, 'path_prefix']);
  });

  it('or a host must be given, and a prefix needs no proof', async () => {
    const post = async (body: object) => {
      const answer = await operator().post(list, { tenant_id: acme.tenant.id, ...body });
      return [answer.status, answer.body.error?.param];
    };
    expect(await post({})).toEqual([400, 'hostname']);
    const verification = { type: 'HTTP' };
    expect(await post({ path_prefix: newPrefix(), verification })).toEqual([400, 'verification']);
    const { id } = await create({ path_prefix: newPrefix() });
    const removed = await operator().patch(`${list}/${id}`, { path_prefix: null });
    expect([removed.status, removed.body.error?.param]).toEqual([400, 'path_prefix']);
    const changed = await operator().patch(`${list}/${id}`, { verification });
    expect([changed.status, changed.body.error?.param]).toEqual([400, 'verification']);
  });

  it('shows only the addresses of its tenant', async () => {
    const prefix = newPrefix();
    await create({ path_prefix: prefix });
    const short = async (tenant: TenantClient) =>
      (await tenant.post('/v1/short-urls', { url: 'https://example.com/' })).body.data.slug;
    const [own, others] = [await short(acme), await short(other)];
    const at = async (path: string) => (await callAtHost(server, ownHost(), path)).status;
    expect([await at(`${prefix}/s/${own}`), await at(`/s/${others}`)]).toEqual([302, 302]);
    expect(await at(`${prefix}/s/${others}`)).toBe(404);
    const atSlug = async (path: string) =>
      (await callAtHost(server, `${acme.tenant.slug}.${ownHost()}`, path)).status;
    expect([await atSlug(`/s/${own}`), await atSlug(`/s/${others}`)]).toEqual([302, 404]);
    // A name that is no tenant's may be how a proxy calls us.
    expect((await callAtHost(server, `www-${others}.${ownHost()}`, `/s/${others}`)).status).toBe(
      302,
    );
  });
});

describe('the tenant of a route', () => {
  it('that is suspended is not served, and one that is deleted gives its hosts back', async () => {
    const gone = await createTenant(server);
    const { id, hostname } = await active({ hostname: newHost(), tenant_id: gone.tenant.id });
    const path = `/admin/tenants/${gone.tenant.id}`;
    await operator().post(`${path}/suspend`, {});
    expect(await tenantAt(hostname)).toBe('TENANT_SUSPENDED');
    expect((await operator().get(`${list}/${id}`)).body.data).toMatchObject({
      ...{ status: 'verified', tls_status: 'pending' },
    });
    await operator().post(`${path}/activate`, {});
    expect(await tenantAt(hostname)).toBe(gone.tenant.id);
    const { body } = await operator().delete(path);
    await operator().delete(`${path}?force=true&confirm_token=${body.error.confirm_token}`);
    expect((await operator().get(`${list}/${id}`)).status).toBe(404);
    expect((await create({ hostname })).tenant_id).toBe(acme.tenant.id);
  });

  it('must be there', async () => {
    const { status, body } = await operator().post(list, {
      ...{ tenant_id: 'ten_0', hostname: newHost() },
    });
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the list of routes', () => {
  it('has those of the operator, and the domains and slugs of tenants', async () => {
    const api = await createTenant(server);
    const { id, hostname } = await create({ tenant_id: api.tenant.id, hostname: newHost() });
    const domain = newHost();
    const { body } = await api.patch('/v1/branding', { custom_domain: domain });
    const { name, value } = body.data.custom_domain_dns;
    names.records.set(name, [value]);
    await api.post('/v1/branding/verify-domain');
    const found = await operator().get(`${list}?tenant_id=${api.tenant.id}`);
    const slugHost = `${api.tenant.slug}.${new URL(server.url).hostname}`;
    expect(found.body.data).toMatchObject({
      total: 3,
      routes: [
        { id, hostname, source: 'operator', status: 'pending' },
        {
          ...{ id: `branding:${domain}`, hostname: domain, source: 'branding', status: 'active' },
          verification: { type: 'TXT', name, value },
        },
        {
          ...{ id: `slug:${api.tenant.slug}`, hostname: slugHost, source: 'slug' },
          ...{ status: 'active', verification: { type: 'NONE', value: null } },
        },
      ],
    });
    for (const route of found.body.data.routes) {
      const path = `${list}/${route.id}`;
      expect((await operator().get(path)).body.data).toEqual(route);
      const only = await operator().get(`${list}?hostname=${domain}`);
      expect(only.body.data.routes.map((one: { id: string }) => one.id)).toEqual([
        `branding:${domain}`,
      ]);
      if (route.source === 'operator') continue;
      const refused = await operator().delete(path);
      expect([refused.status, refused.body.error.code]).toEqual([409, 'INVALID_STATE']);
    }
  });
});
