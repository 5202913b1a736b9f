import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

describe('ip_allowlist', () => {
  let server: TestServer;
  let api: TenantClient;
  beforeAll(async () => {
    // Behind a proxy on this machine, the caller's address is what the proxy says.
    server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.0/8' });
    api = await createTenant(server);
  });
  afterAll(() => server.close());

  it.each([
    ['an address', '192.0.2.7', '192.0.2.7', '192.0.2.8'],
    ['a network', '192.0.2.0/24', '192.0.2.255', '192.0.3.0'],
    ['a network by any of its addresses', '192.0.2.77/24', '192.0.2.1', '192.0.3.1'],
    ['an IPv6 address', '2001:db8::7', '2001:db8:0:0::7', '2001:db8::8'],
    ['an IPv6 network', '2001:db8::/32', '2001:db8:ffff::1', '2001:db9::1'],
    ['an IPv4 caller behind an IPv6 socket', '192.0.2.7', '::ffff:192.0.2.7', '::ffff:192.0.2.8'],
    ['an IPv4 network written as IPv6', '::ffff:192.0.2.0/120', '192.0.2.9', '192.0.3.9'],
    ['all of IPv4', '0.0.0.0/0', '203.0.113.5', '2001:db8::1'],
  ])('allows %s and refuses others', async (_, allowed, inside, outside) => {
    const key = await api.withKey(['read'], { ip_allowlist: [allowed] });
    const from = async (address: string) => {
      const headers = { 'x-forwarded-for': address };
      const { status, body } = await key.get('/v1/object-types', undefined, headers);
      return [status, body.error?.code];
    };
    expect(await from(inside)).toEqual([200, undefined]);
    expect(await from(outside)).toEqual([403, 'IP_NOT_ALLOWED']);
  });

  it('allows addresses that match any entry of the list', async () => {
    const key = await api.withKey(['read'], { ip_allowlist: ['192.0.2.7', '2001:db8::/64'] });
    for (const [address, status] of [
      ['192.0.2.7', 200],
      ['2001:db8::1', 200],
      ['198.51.100.1', 403],
    ] as const) {
      const headers = { 'x-forwarded-for': address };
      expect((await key.get('/v1/object-types', undefined, headers)).status).toBe(status);
    }
  });

  it('uses the last untrusted hop, and ignores invalid addresses', async () => {
    const key = await api.withKey(['read'], { ip_allowlist: ['192.0.2.7'] });
    const status = async (forwarded: string) =>
      (await key.get('/v1/object-types', undefined, { 'x-forwarded-for': forwarded })).status;
    expect(await status('192.0.2.7, 198.51.100.1')).toBe(403);
    expect(await status('198.51.100.1, 192.0.2.7')).toBe(200);
    expect(await status('192.0.2.7:443')).toBe(200);
    for (const junk of ['unknown', '192.0.2.7:443:1', "192.0.2.7'; --", '[::1]'])
      expect(await status(junk)).toBe(403);
  });
});

describe('without TRUSTED_PROXIES', () => {
  it('ignores X-Forwarded-For', async () => {
    const server = await startTestServer();
    const api = await createTenant(server);
    const elsewhere = await api.withKey(['read'], { ip_allowlist: ['192.0.2.7'] });
    const here = await api.withKey(['read'], { ip_allowlist: ['127.0.0.1'] });
    const headers = { 'x-forwarded-for': '192.0.2.7' };
    expect((await elsewhere.get('/v1/object-types', undefined, headers)).status).toBe(403);
    expect((await here.get('/v1/object-types', undefined, headers)).status).toBe(200);
    await server.close();
  });
});
