import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** A number in base 62, as the last six characters of a token write their checksum. */
function base62(number: number): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  return number === 0 ? '' : base62(Math.floor(number / 62)) + digits[number % 62];
}

describe('creating a key', () => {
  it('answers 201 with every setting and the token', async () => {
    const settings = {
      label: 'Website',
      scopes: ['read', 'write'],
      ip_allowlist: ['127.0.0.0/8', '2001:db8::/32'],
      expires_at: inAnHour(),
      rate_limit: 50,
    };
    const { status, body } = await api.post('/v1/keys', settings);
    expect(status).toBe(201);
    const { key, token } = body.data;
    expect({ ...key, expires_at: Date.parse(key.expires_at) }).toMatchObject({
      ...settings,
      expires_at: Date.parse(settings.expires_at),
      status: 'active',
      last_used_at: null,
      replaced_by: null,
    });
    expect(key.created_by).toMatch(/^api_key:key_/);
    expect(token.startsWith(`${key.prefix}_`)).toBe(true);
    expect(token.endsWith(key.last4)).toBe(true);
    expect((await api.as(token).get('/v1/object-types')).status).toBe(200);
  });

  it('creates a token of tenant, handle, secret and checksum, different each time', async () => {
    const tokens = [await api.withKey(['read']), await api.withKey(['read'])].map(
      (key) => key.token,
    );
    const parts = tokens.map((token) =>
      /^ins_([0-9a-f]{32})_([0-9A-Za-z]{12})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/.exec(token),
    );
    for (const [index, token] of tokens.entries()) {
      expect(`ten_${parts[index]?.[1]}`).toBe(api.tenant.id);
      const checksum = base62(crc32(token.slice(0, -6))).padStart(6, '0');
      expect(parts[index]?.[4]).toBe(checksum);
    }
    expect(parts[0]?.[2]).not.toBe(parts[1]?.[2]);
    expect(parts[0]?.[3]).not.toBe(parts[1]?.[3]);
  });

  it('refuses any field that is not a setting', async () => {
    const { status, body } = await api.post('/v1/keys', {
      scopes: ['read'],
      id: 'key_mine',
      created_by: 'me',
      revoked_at: '2020-01-01T00:00:00Z',
    });
    expect([status, body.error.details.length]).toEqual([400, 3]);
    const made = await api.post('/v1/keys', { scopes: ['read'] });
    expect(made.body.data.key).toMatchObject({ status: 'active', label: '' });
    expect(made.body.data.key.id).toMatch(/^key_[0-9a-f]{32}$/);
    expect(made.body.data.token).toContain(api.tenant.id.slice(4));
  });

  it.each([
    ['no scopes', { label: 'x' }, 'scopes'],
    ['an empty list of scopes', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['read', 'admin'] }, 'scopes[1]'],
    ['a scope in capitals', { scopes: ['READ'] }, 'scopes[0]'],
    ['a scope twice', { scopes: ['read', 'read'] }, 'scopes'],
    ['* beside others', { scopes: ['*', 'read'] }, 'scopes'],
    ['a thousand scopes', { scopes: Array(1000).fill('read') }, 'scopes'],
    ['a scope that is not text', { scopes: [1] }, 'scopes[0]'],
    ['a text in place of a list', { scopes: 'read' }, 'scopes'],
    [
      'an invalid network',
      { scopes: ['read'], ip_allowlist: ['10.0.0.0/8', '10.0.0.0/33'] },
      'ip_allowlist[1]',
    ],
    [
      'a name in place of an address',
      { scopes: ['read'], ip_allowlist: ['localhost'] },
      'ip_allowlist[0]',
    ],
    [
      '101 networks',
      { scopes: ['read'], ip_allowlist: Array(101).fill('10.0.0.1') },
      'ip_allowlist',
    ],
    ['a rate of 0', { scopes: ['read'], rate_limit: 0 }, 'rate_limit'],
    ['half a request', { scopes: ['read'], rate_limit: 1.5 }, 'rate_limit'],
    ['an end in the past', { scopes: ['read'], expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['an end that is not a time', { scopes: ['read'], expires_at: 'tomorrow' }, 'expires_at'],
    ['a label of 201 characters', { scopes: ['read'], label: 'x'.repeat(201) }, 'label'],
  ])('refuses %s', async (_, settings, path) => {
    const { status, body } = await api.post('/v1/keys', settings);
    expect([status, body.error.code, body.error.param]).toEqual([400, 'VALIDATION_ERROR', path]);
  });
});

describe('listing keys', () => {
  it('shows all keys of the tenant, newest first, with their number, and never a secret', async () => {
    const own = await createTenant(server);
    const created = [await own.withKey(['read']), await own.withKey(['auth'])];
    const { status, headers, body } = await own.get('/v1/keys');
    expect(status).toBe(200);
    expect(headers.get('x-total-count')).toBe('3');
    const ids = body.data.map((key: { id: string }) => key.id);
    expect(ids.slice(0, 2)).toEqual(created.map((key) => key.keyId).toReversed());
    expect(ids).toHaveLength(3);
    for (const { token } of [own, ...created])
      expect(JSON.stringify(body)).not.toContain(token.slice(-49));
  });
});
