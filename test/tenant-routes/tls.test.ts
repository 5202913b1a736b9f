import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KnownHosts } from '../../src/operations/known-hosts.ts';
import type { RouteTable } from '../../src/operations/route-table.ts';
import { createClient, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { callAtHost } from '../support/at-host.ts';
import { type NameServer, startNameServer } from '../support/dns.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();
let apart: Omit<TestServer, 'sibling'>;
let names: NameServer;
let api: TenantClient;
let hostname: string;
beforeAll(async () => {
  names = await startNameServer();
  apart = await server.sibling({ BASE_URL: 'https://api.insula.example' });
  api = await createTenant(server);
  hostname = `${api.tenant.id.slice(4)}.example.com`;
  return () => apart.close();
});
afterAll(() => names.close());

const operator = () => platformClient(apart as TestServer);
const ask = async (domain: string) =>
  (await createClient(apart as TestServer).get(`/tls/ask?domain=${encodeURIComponent(domain)}`))
    .status;
/** Waits until this process has heard of a change. */
const answers = (domain: string, status: number) =>
  until(
    () => ask(domain),
    (got) => got === status,
  );

it('GET /tls/ask knows the host of BASE_URL, slugs of active tenants and active hosts', async () => {
  expect(await ask('api.insula.example')).toBe(200);
  expect(await ask('API.insula.example.')).toBe(200);
  await answers(`${api.tenant.slug}.api.insula.example`, 200);
  const { body } = await operator().post('/admin/routes', { tenant_id: api.tenant.id, hostname });
  const { id, verification } = body.data;
  expect(await ask(hostname)).toBe(404);
  names.records.set(verification.name, [verification.value]);
  await operator().post(`/admin/routes/${id}/verify`);
  expect(await ask(hostname)).toBe(200);
  expect(await ask(hostname.toUpperCase())).toBe(200);
  await operator().patch(`/admin/routes/${id}`, { status: 'disabled' });
  expect(await ask(hostname)).toBe(404);
  await operator().patch(`/admin/routes/${id}`, { status: 'active' });
  expect(await ask(hostname)).toBe(200);
  // None for the hosts of a tenant that is not served.
  const path = `/admin/tenants/${api.tenant.id}`;
  await operator().post(`${path}/suspend`, {});
  await answers(hostname, 404);
  await answers(`${api.tenant.slug}.api.insula.example`, 404);
  await operator().post(`${path}/activate`, {});
  await answers(hostname, 200);
  await answers(`${api.tenant.slug}.api.insula.example`, 200);
});

it.each([
  'example.com',
  'insula.example',
  'nothing.api.insula.example',
  'a.b.api.insula.example',
  'api.insula.example:443',
  'api.insula.example.evil.example',
  'xapi.insula.example',
  '127.0.0.1',
  '::1',
  '*.api.insula.example',
  'localhost',
  'x y',
])('GET /tls/ask refuses %j', async (domain) => {
  expect(await ask(domain)).toBe(404);
});

it('hosts that lead nowhere cost no question to the database, and nothing is kept of them', async () => {
  let questions = 0;
  const config = { baseUrl: 'https://api.insula.example' };
  const nowhere = { tenantsAt: () => [] } as unknown as RouteTable;
  const known = new KnownHosts(config, nowhere, async () => {
    questions += 1;
    return { at: '1', changed: { ten_1: 'acme' } };
  });
  const kept = () => inspect(known, { depth: Infinity, maxArrayLength: null }).length;
  expect(await known.has('acme.api.insula.example')).toBe(true);
  // Of a process that is held up, the answer is old by then.
  const [before, begun] = [kept(), performance.now()];
  for (let n = 0; n < 5_000; n++)
    for (const host of [`h${n}.example.com`, `h${n}.api.insula.example`, `h${n}`])
      expect(await known.has(host)).toBe(false);
  expect(questions).toBeLessThanOrEqual(2 + (performance.now() - begun) / 2_000);
  expect(kept() - before).toBeLessThan(200);

  // Nor by the server around it.
  for (let n = 0; n < 50; n++) expect(await ask(`x${n}.nowhere.example`)).toBe(404);
  const { body } = await operator().get('/metrics');
  expect(body).not.toContain('nowhere');
});

it('GET /tls/ask wants a domain, and is not asked through a prefix', async () => {
  const { status, body } = await createClient(apart as TestServer).get('/tls/ask');
  expect([status, body.error.param]).toEqual([400, 'domain']);
});

it('a challenge is answered for the host that was asked', async () => {
  const at = async (host: string, value = 'value') => {
    const path = `/.well-known/insula-challenge/${value}`;
    const { status, body } = await callAtHost(apart, host, path);
    return [status, body];
  };
  const [status, answer] = await at(hostname);
  expect([status, answer]).toEqual([200, expect.stringMatching(/^[\w-]{43}$/)]);
  // Every process of the installation gives the same answer; no other value or host has it.
  expect((await callAtHost(server, hostname, '/.well-known/insula-challenge/value')).body).toBe(
    answer,
  );
  expect((await at(`${hostname.toUpperCase()}.:80`))[1]).toBe(answer);
  expect((await at(hostname, 'other'))[1]).not.toBe(answer);
  expect((await at('other.example.com'))[1]).not.toBe(answer);
  // As documented.
  const own = await createClient(server).get('/.well-known/insula-challenge/value');
  expect([own.status, own.body === answer]).toEqual([200, false]);
});
