import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { openApiDocument } from '../../src/doors/http/openapi.ts';
import { groups, routes } from '../../src/groups/index.ts';
import { firstPart, reservedParts } from '../../src/operations/reserved-paths.ts';
import type { TenantClient } from '../support/api.ts';
import { callAtHost } from '../support/at-host.ts';
import { useServer } from '../support/use-server.ts';
import { list, useRoutes } from './scene.ts';

/** Of the pages too. */
const publicPaths = Object.keys(openApiDocument(groups, 'http://localhost').paths as object);

const server = useServer();
const scene = useRoutes(server);
const { operator, create, verify, active, tenantAt, newHost, newPrefix, ownHost } = scene;

describe('a prefix', () => {
  it('on our own host leads to the tenant at once, and is cut off', async () => {
    const prefix = newPrefix();
    // As an answer has it.
    const route = await create({ path_prefix: prefix, hostname: null });
    expect(route).toMatchObject({
      ...{ hostname: null, status: 'active', tls_status: 'none' },
      verification: { type: 'NONE', name: null, value: null },
    });
    expect(await tenantAt(ownHost(), `${prefix}/v1/tenant-config?x_y=1`)).toBe('VALIDATION_ERROR');
    expect(await tenantAt(ownHost(), `${prefix}/v1/tenant-config`)).toBe(scene.acme.tenant.id);
    const headers = { authorization: `Bearer ${scene.acme.token}` };
    const made = await callAtHost(server, ownHost(), `${prefix}/v1/object-types`, headers, {
      ...{ method: 'POST', body: { name: 'things' } },
    });
    expect(made.status).toBe(201);
    const path = `${prefix}/v1/object-types/things`;
    expect((await callAtHost(server, ownHost(), path, headers)).status).toBe(200);
    const stranger = { authorization: `Bearer ${scene.other.token}` };
    const refused = await callAtHost(server, ownHost(), path, stranger);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'TENANT_MISMATCH']);
    expect((await verify(route.id)).status).toBe('active');
  });

  it('counts by the longest, and only at its host', async () => {
    const [host, elsewhere] = [newHost(), newHost()];
    const prefix = newPrefix();
    await create({ path_prefix: prefix });
    await active({ hostname: host, path_prefix: '/shop' });
    await active({ hostname: host, path_prefix: '/shop/b', tenant_id: scene.other.tenant.id });
    await active({ hostname: elsewhere });
    const config = (path: string, at = host) => tenantAt(at, `${path}/v1/tenant-config`);
    expect(await config('/shop')).toBe(scene.acme.tenant.id);
    expect(await config('/shop/b')).toBe(scene.other.tenant.id);
    expect(await config('/shop/c')).toBe('ROUTE_NOT_FOUND');
    expect(await config('/shopping')).toBe('ROUTE_NOT_FOUND');
    // The host by itself leads to neither, and what leads somewhere elsewhere leads nowhere here.
    expect(await config('')).toBe('TENANT_REQUIRED');
    expect(await config(prefix)).toBe('ROUTE_NOT_FOUND');
    expect(await config(prefix, elsewhere)).toBe('ROUTE_NOT_FOUND');
    expect(await config(prefix, `${scene.acme.tenant.slug}.${ownHost()}`)).toBe('ROUTE_NOT_FOUND');
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
      ...{ tenant_id: scene.acme.tenant.id, path_prefix },
    });
    expect([status, body.error?.param]).toEqual([400, 'path_prefix']);
  });

  it('or a host must be given, and a prefix needs no proof', async () => {
    const post = async (body: object) => {
      const answer = await operator().post(list, { tenant_id: scene.acme.tenant.id, ...body });
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

  it('or a route at the domain of its own tenant leaves that its addresses', async () => {
    const hostname = newHost();
    const { body } = await scene.acme.patch('/v1/branding', { custom_domain: hostname });
    const { name, value } = body.data.custom_domain_dns;
    scene.names.records.set(name, [value]);
    await scene.acme.post('/v1/branding/verify-domain');
    const short = await scene.acme.post('/v1/short-urls', {
      ...{ url: 'https://example.com/', domain: hostname },
    });
    const path = `/s/${short.body.data.slug}`;
    expect((await callAtHost(server, hostname, path)).status).toBe(302);
    const { id, verification } = await create({ hostname });
    scene.names.records.get(name)?.push(verification.value);
    expect((await verify(id)).status).toBe('active');
    expect((await callAtHost(server, hostname, path)).status).toBe(302);
    expect(await tenantAt(hostname)).toBe(scene.acme.tenant.id);
  });

  it('shows only the addresses of its tenant', async () => {
    const prefix = newPrefix();
    await create({ path_prefix: prefix });
    const short = async (tenant: TenantClient) =>
      (await tenant.post('/v1/short-urls', { url: 'https://example.com/' })).body.data.slug;
    const [own, others] = [await short(scene.acme), await short(scene.other)];
    const at = async (path: string) => (await callAtHost(server, ownHost(), path)).status;
    expect([await at(`${prefix}/s/${own}`), await at(`/s/${others}`)]).toEqual([302, 302]);
    expect(await at(`${prefix}/s/${others}`)).toBe(404);
    const atSlug = async (path: string) =>
      (await callAtHost(server, `${scene.acme.tenant.slug}.${ownHost()}`, path)).status;
    expect([await atSlug(`/s/${own}`), await atSlug(`/s/${others}`)]).toEqual([302, 404]);
    // A name that is no tenant's may be how a proxy calls us.
    const byProxy = `www-${others}.${ownHost()}`;
    expect((await callAtHost(server, byProxy, `/s/${others}`)).status).toBe(302);
  });
});

it('no prefix hides a path of this server', () => {
  const parts = [...routes.map(({ path }) => path), ...publicPaths].map(firstPart);
  expect([...new Set(parts)].filter((part) => part !== '' && !reservedParts.has(part))).toEqual([]);
});

describe('a socket', () => {
  /** The status of the handshake, or what closes the connection after `first` was sent. */
  const opened = (path: string, host: string, token?: string, first?: object) =>
    new Promise<number>((resolve, reject) => {
      const url = server.url.replace('http', 'ws') + path;
      const ws = new WebSocket(url, first ? ['graphql-transport-ws'] : [], {
        headers: { host, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      });
      ws.on('open', () => {
        if (first) return ws.send(JSON.stringify(first));
        resolve(101);
        ws.close();
      });
      ws.on('message', () => {
        resolve(101);
        ws.close();
      });
      ws.on('close', (code) => resolve(code));
      ws.on('unexpected-response', (_, answer) => resolve(answer.statusCode ?? 0));
      ws.on('error', reject);
    });

  it('is for the tenant of the prefix or the host, and for no other token', async () => {
    const { path_prefix } = await create({ path_prefix: newPrefix() });
    const { hostname } = await active({ hostname: newHost() });
    const [own, strange] = [scene.acme, scene.other].map(
      ({ tenant }) => `/v1/realtime?tenant_id=${tenant.id}`,
    ) as [string, string];
    expect(await opened(path_prefix + own, ownHost(), scene.acme.token)).toBe(101);
    expect(await opened(own, hostname, scene.acme.token)).toBe(101);
    for (const [path, host] of [
      [path_prefix + strange, ownHost()],
      [strange, hostname],
    ] as const)
      expect(await opened(path, host, scene.other.token)).toBe(403);
    expect(await opened(`/nothing${own}`, ownHost(), scene.acme.token)).toBe(404);
    // Of GraphQL, the token may come in the first message.
    const init = ({ token }: TenantClient) => ({
      ...{ type: 'connection_init', payload: { Authorization: `Bearer ${token}` } },
    });
    for (const [path, host] of [
      [`${path_prefix}/v1/graphql`, ownHost()],
      ['/v1/graphql', hostname],
    ] as const) {
      expect(await opened(path, host, undefined, init(scene.acme))).toBe(101);
      expect(await opened(path, host, undefined, init(scene.other))).toBe(4403);
    }
  });
});

describe('a proxy between', () => {
  it('keeps no answer of one host for another', async () => {
    const [ours, theirs] = [
      await active({ hostname: newHost() }),
      await active({ hostname: newHost(), tenant_id: scene.other.tenant.id }),
    ];
    const at = (host: string, headers = {}) =>
      callAtHost(server, host, '/v1/tenant-config', headers);
    const [one, two] = [await at(ours.hostname), await at(theirs.hostname)];
    expect([one.body.data.tenant_id, two.body.data.tenant_id]).toEqual([
      scene.acme.tenant.id,
      scene.other.tenant.id,
    ]);
    for (const { headers } of [one, two]) expect(headers['cache-control']).toBe('no-store');
  });

  it('cannot read a request as one for another host than this server does', async () => {
    const { hostname } = await active({ hostname: newHost() });
    const { hostname: host, port } = new URL(server.url);
    const raw = async (...lines: string[]) => {
      const socket = connect(Number(port), host);
      socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
      return text(socket);
    };
    const path = 'GET /v1/tenant-config HTTP/1.1';
    expect(await raw(path, `Host: ${hostname}`)).toMatch(/^HTTP\/1.1 200 /);
    for (const lines of [
      [path],
      [path, `Host: ${hostname}`, `Host: ${ownHost()}`],
      [path, `Host: ${ownHost()}`, `Host: ${hostname}`],
      [path, `Host: ${ownHost()}, ${hostname}`],
      [path, `Host: x@${hostname}`],
      [path, `Host: ${hostname}/x`],
    ])
      expect(await raw(...lines), lines.join()).toMatch(/^HTTP\/1.1 400 /);
  });
});
