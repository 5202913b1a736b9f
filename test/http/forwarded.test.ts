import { expect, it } from 'vitest';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer({ TRUSTED_PROXIES: 'loopback,10.0.0.0/8' });
const api = useTenant(server);

/** The address that the audit log has of a request with this X-Forwarded-For. */
async function seen(forwarded: string): Promise<string> {
  const { body } = await api.post(
    '/v1/object-types',
    { name: `t-${crypto.randomUUID()}` },
    {
      'x-forwarded-for': forwarded,
    },
  );
  const log = await api.get(`/v1/audit-logs?resource_id=${body.data.id}`);
  return log.body.data.logs[0].ip;
}

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['203.0.113.7, 10.1.2.3', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
])('the address in X-Forwarded-For is that of the caller: %s', async (forwarded, address) => {
  expect(await seen(forwarded)).toBe(address);
});

it.each([
  ['203.0.113.7:51234', '203.0.113.7'],
  ['203.0.113.7:51234, 10.1.2.3:443', '203.0.113.7'],
  ['[2001:db8::1]:51234', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
])('a port behind it does not count: %s', async (forwarded, address) => {
  expect(await seen(forwarded)).toBe(address);
});

it.each(['unknown', '203.0.113.7:x', '203.0.113.999:80', ''])(
  'what is no address is replaced by that of the proxy: %s',
  async (forwarded) => {
    expect(await seen(forwarded)).toBe('127.0.0.1');
  },
);
