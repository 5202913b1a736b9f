import { describe, expect, it } from 'vitest';
import { createTenant, platformClient } from '../support/api.ts';
import { callAtHost } from '../support/at-host.ts';
import { until } from '../support/until.ts';
import { useServer } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { list, useRoutes } from './scene.ts';

const server = useServer();
const scene = useRoutes(server);
const { operator, create, verify, active, tenantAt, newHost, ownHost } = scene;

describe('a host', () => {
  it('waits for its TXT record, and then leads to the tenant', async () => {
    const hostname = newHost();
    const route = await create({ hostname: `${hostname.toUpperCase()}.` });
    expect(route).toMatchObject({
      ...{ hostname, path_prefix: null, tenant_id: scene.acme.tenant.id, source: 'operator' },
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
    scene.names.records.set(`_insula.${hostname}`, [route.verification.value]);
    expect(await verify(route.id)).toMatchObject({
      ...{ status: 'active', tls_status: 'allowed' },
      verification: { error: null, checked_at: expect.any(String) },
    });
    expect(await tenantAt(hostname)).toBe(scene.acme.tenant.id);
    expect(await tenantAt(`${hostname.toUpperCase()}.:8443`)).toBe(scene.acme.tenant.id);
    expect(await tenantAt(hostname, `http://${hostname}/v1/tenant-config`)).toBe(
      scene.acme.tenant.id,
    );
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
    expect(await tenantAt(hostname)).toBe(scene.acme.tenant.id);
    await operator().delete(`${list}/${route.id}`);
    expect(await tenantAt(hostname)).toBe('TENANT_REQUIRED');
  });

  it('that the operator has closed stays closed with another way of proof', async () => {
    const { id } = await active({ hostname: newHost() });
    await operator().patch(`${list}/${id}`, { status: 'disabled' });
    const other = await operator().patch(`${list}/${id}`, { verification: { type: 'HTTP' } });
    expect(other.body.data).toMatchObject({ status: 'disabled', verification: { type: 'HTTP' } });
  });

  it('that the operator has closed stays closed, though its proof is lost and comes back', async () => {
    const { id, hostname, verification } = await active({ hostname: newHost() });
    const records = scene.names.records.get(verification.name) as string[];
    const [path, closed] = [`${list}/${id}`, { status: 'disabled' }];
    // Closed first, then lost; and lost first, then closed.
    for (const steps of [[closed, 'lost'] as const, ['lost', closed] as const]) {
      for (const step of steps)
        if (step === 'lost') {
          scene.names.records.delete(verification.name);
          await verify(id);
        } else await operator().patch(path, step);
      const early = await operator().patch(path, { status: 'active' });
      expect([early.status, early.body.error?.code]).toEqual([409, 'INVALID_STATE']);
      scene.names.records.set(verification.name, records);
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
      expect(await tenantAt(hostname, undefined, {}, sibling)).toBe('TENANT_REQUIRED');
      await active({ hostname });
      await until(
        () => tenantAt(hostname, undefined, {}, sibling),
        (found) => found === scene.acme.tenant.id,
      );
    } finally {
      await sibling.close();
    }
  });

  it('never outweighs a token', async () => {
    const { hostname } = await active({ hostname: newHost() });
    const own = await signUp(scene.acme);
    const stranger = await signUp(scene.other);
    const as = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const { status, body } = await callAtHost(server, hostname, '/v1/tenants/current', headers);
      return [status, body.error?.code ?? body.data.id];
    };
    expect(await as(scene.acme.token)).toEqual([200, scene.acme.tenant.id]);
    expect(await as(own.session.access_token)).toEqual([200, scene.acme.tenant.id]);
    expect(await as(scene.other.token)).toEqual([403, 'TENANT_MISMATCH']);
    expect(await as(stranger.session.access_token)).toEqual([403, 'TENANT_MISMATCH']);
    expect(await tenantAt(hostname, undefined, { 'x-tenant-id': scene.other.tenant.id })).toBe(
      'TENANT_MISMATCH',
    );
  });

  it('is free for another tenant while its route is disabled, which stays closed then', async () => {
    const { id, hostname, verification } = await active({ hostname: newHost() });
    const path = `${list}/${id}`;
    const { body } = await scene.other.patch('/v1/branding', { custom_domain: hostname });
    const { name, value } = body.data.custom_domain_dns;
    scene.names.records.set(name, [verification.value, value]);
    const prove = () => scene.other.post('/v1/branding/verify-domain');
    expect((await prove()).status).toBe(409);
    await operator().patch(path, { status: 'disabled' });
    expect((await prove()).status).toBe(200);
    expect(await tenantAt(hostname)).toBe(scene.other.tenant.id);
    const reopened = await operator().patch(path, { status: 'active' });
    expect([reopened.status, reopened.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    // Neither does the daily look for its proof open one that was closed because that was lost.
    await server.db.query(
      `update app.routes set lost_at = now() - interval '8 days' where id = $1`,
      [id],
    );
    await server.db.query('select worker.route_proved($1, $2, null)', [id, verification.value]);
    expect((await operator().get(path)).body.data).toMatchObject({
      status: 'disabled',
      verification: { error: 'The host is the domain of another tenant.' },
    });
  });

  it('belongs to one tenant, by whichever way', async () => {
    const hostname = newHost();
    // A tenant has proved it first.
    const { body } = await scene.other.patch('/v1/branding', { custom_domain: hostname });
    const { name, value } = body.data.custom_domain_dns;
    scene.names.records.set(name, [value]);
    await scene.other.post('/v1/branding/verify-domain');
    expect(await tenantAt(hostname)).toBe(scene.other.tenant.id);
    for (const path_prefix of [undefined, '/part']) {
      const refused = await operator().post(list, {
        ...{ tenant_id: scene.acme.tenant.id, hostname, path_prefix },
      });
      expect([refused.status, refused.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    }
    // The operator has proved it first.
    const ours = await active({ hostname: newHost() });
    const claim = await scene.other.patch('/v1/branding', { custom_domain: ours.hostname });
    scene.names.records
      .get(`_insula.${ours.hostname}`)
      ?.push(claim.body.data.custom_domain_dns.value);
    const late = await scene.other.post('/v1/branding/verify-domain');
    expect([late.status, late.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    expect(await tenantAt(ours.hostname)).toBe(scene.acme.tenant.id);
    const again = await operator().post(list, {
      ...{ tenant_id: scene.other.tenant.id, hostname: ours.hostname },
    });
    expect([again.status, again.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
  });

  it('can be moved to another tenant at once', async () => {
    const { id, hostname } = await active({ hostname: newHost() });
    const moved = await operator().patch(`${list}/${id}`, { tenant_id: scene.other.tenant.id });
    expect(moved.body.data).toMatchObject({ tenant_id: scene.other.tenant.id, status: 'active' });
    expect(await tenantAt(hostname)).toBe(scene.other.tenant.id);
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
    const { status, body } = await operator().post(list, {
      tenant_id: scene.acme.tenant.id,
      hostname,
    });
    expect([status, body.error?.param]).toEqual([400, 'hostname']);
  });

  it('is none of BASE_URL, which leads to all tenants', async () => {
    const apart = await server.sibling({ BASE_URL: 'https://api.insula.example' });
    try {
      for (const hostname of ['api.insula.example', 'scene.acme.API.insula.example.']) {
        const { status, body } = await platformClient(apart as typeof server).post(list, {
          ...{ tenant_id: scene.acme.tenant.id, hostname },
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
    expect((await create({ hostname })).tenant_id).toBe(scene.acme.tenant.id);
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
    scene.names.records.set(name, [value]);
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
    for (const id of ['slug:nope', 'branding:nope.example']) {
      expect((await operator().delete(`${list}/${id}`)).status).toBe(404);
      expect((await operator().patch(`${list}/${id}`, { status: 'disabled' })).status).toBe(404);
    }
  });
});
