import { describe, expect, it } from 'vitest';
import type { TestServer } from '../support/server.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { exchange, head } from '../support/wire.ts';

const server = useServer();
const api = useTenant(server);

const types = '/v1/object-types';
/** A list without an ETag. */
const rules = '/v1/association-types';

describe('every response', () => {
  it.each([
    ['of the API', types],
    ['that refuses', `${types}/none`],
    ['of nothing', '/nowhere'],
    ['about health', '/health'],
    ['about readiness', '/ready'],
    ['that is a page', '/'],
    ['that is the documentation', '/docs'],
    ['that describes the API', '/docs/openapi.json', 'no-cache'],
  ])('%s has security headers and is not cached', async (_, path, cache = 'no-store') => {
    const { headers } = await api.get(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': cache,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.stringMatching(/^max-age=\d{7,}/),
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none';.*frame-ancestors 'none'/,
    );
    for (const name of ['x-powered-by', 'server', 'set-cookie'])
      expect(headers.has(name), name).toBe(false);
  });

  it('has the same ones in one piece, and for a browser after those of its origin', async () => {
    const ask = async (headers: Record<string, string> = {}) => {
      const given = { Authorization: `Bearer ${api.token}`, 'X-Request-Id': 'same', ...headers };
      const asked = `${head('GET', rules, { ...given, Connection: 'close' })}\r\n`;
      return (await exchange(server, asked))[0]?.headers ?? {};
    };
    const plain = await ask();
    const { vary: _, ...browsers } = await ask({ Origin: 'https://app.test' });
    const own = Object.entries(browsers).filter(([name]) => !name.startsWith('access-control-'));
    expect(Object.fromEntries(own)).toEqual({ ...plain, date: browsers.date });
    expect(Object.keys(plain).slice(-6)).toEqual([
      'x-request-id',
      'x-total-count',
      'content-type',
      'content-length',
      'date',
      'connection',
    ]);
  });

  it('of the API forbids active content', async () => {
    const { headers } = await api.get(types);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none';frame-ancestors 'none'",
    );
  });

  it('with a version has its ETag, and is not sent again', async () => {
    await api.post(types, { name: 'tagged' });
    const { body, headers } = await api.post('/v1/objects/tagged', { properties: {} });
    expect(headers.get('etag')).toBe('"1"');
    const path = `/v1/objects/tagged/${body.data.id}`;
    const again = await api.get(path, undefined, { 'if-none-match': '"1"' });
    expect([again.status, again.body]).toEqual([304, '']);
    expect(again.headers.get('cache-control')).toBe('no-store');
    expect(again.headers.get('x-request-id')).toMatch(/^req_/);
    expect((await api.get(rules, undefined, { 'if-none-match': '*' })).status).toBe(200);
  });

  it('of 401 names the scheme', async () => {
    const forged = `ins_${'0'.repeat(32)}_${'x'.repeat(12)}_${'x'.repeat(43)}000000`;
    for (const token of [undefined, 'junk', forged])
      expect((await api.as(token).get(types)).headers.get('www-authenticate')).toBe(
        'Bearer realm="insula"',
      );
    const key = await api.withKey(['auth']);
    await key.delete(`/v1/keys/${key.keyId}`);
    const revoked = await key.get(types);
    expect(revoked.status).toBe(401);
    expect(revoked.headers.get('www-authenticate')).toBe('Bearer realm="insula"');
  });
});

describe('X-Request-Id', () => {
  const echoed = async (given: string) => {
    const { headers, body } = await api.get(types, undefined, { 'x-request-id': given });
    expect(body.request_id).toBe(headers.get('x-request-id'));
    return body.request_id;
  };

  it.each(['a', 'trace-1_B', 'x'.repeat(64), '550e8400-e29b-41d4-a716-446655440000'])(
    '%s is kept',
    async (given) => {
      expect(await echoed(given)).toBe(given);
    },
  );

  it.each([
    'a b',
    'a%0d%0aX-Injected: 1',
    'x'.repeat(65),
    'x'.repeat(10_000),
    '',
    '"',
    '<script>',
    '{"a":1}',
    'é',
    'a,b',
    'a:b',
    '../x',
  ])('%j is replaced', async (given) => {
    expect(await echoed(given)).toMatch(/^req_[0-9a-f]{32}$/);
  });

  it('is different for every request, and for a header given twice', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => echoed('?')));
    expect(new Set(ids).size).toBe(20);
    const twice = `${head('GET', '/health', { 'X-Request-Id': 'one', Connection: 'close' })}X-Request-Id: two\r\n\r\n`;
    const [answer] = await exchange(server, twice);
    expect(answer?.headers['x-request-id']).toMatch(/^req_/);
  });

  it('is recorded in the journal', async () => {
    await api.post(types, { name: 'traced' }, { 'x-request-id': 'my-trace-1' });
    const { rows } = await server.db.query(
      `select type from app.journal where tenant_id = $1 and request_id = 'my-trace-1'`,
      [api.tenant.id],
    );
    expect(rows).toEqual([{ type: 'object_type.created' }]);
  });
});

describe('X-Forwarded-Host and Host', () => {
  it('are never used as our own address', async () => {
    const lies = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
      forwarded: 'host=evil.example',
    };
    for (const path of ['/', '/docs', '/docs/openapi.json', '/nowhere', types, '/health']) {
      const { headers, body } = await api.get(path, undefined, lies);
      expect(JSON.stringify([...headers, body]), path).not.toContain('evil');
      const lying = `${head('GET', path, { Host: 'evil.example', Connection: 'close' })}\r\n`;
      const [answer] = await exchange(server, lying);
      expect(JSON.stringify(answer), path).not.toContain('evil');
    }
  });
});

describe('a browser', () => {
  const origin = 'https://app.example.com';
  const preflight = (target: Pick<TestServer, 'url'>, from = origin) =>
    fetch(target.url + types, {
      method: 'OPTIONS',
      headers: {
        origin: from,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,content-type,if-match',
      },
    });

  it('may call from any origin, without credentials', async () => {
    for (const from of [origin, 'null', 'https://evil.example']) {
      const asked = await preflight(server, from);
      expect(asked.status).toBe(204);
      expect(Object.fromEntries(asked.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET,HEAD,POST,PUT,PATCH,DELETE',
        'access-control-allow-headers': 'authorization,content-type,if-match',
        'access-control-max-age': '600',
      });
      expect(asked.headers.has('access-control-allow-credentials')).toBe(false);
      for (const path of [types, `${types}/none`, '/nowhere', '/health']) {
        const { headers } = await api.get(path, undefined, { origin: from });
        expect(headers.get('access-control-allow-origin')).toBe('*');
        expect(headers.get('access-control-expose-headers')).toMatch('X-Request-Id');
        expect(headers.has('access-control-allow-credentials')).toBe(false);
      }
    }
  });

  it('can also read the refusal of an unauthenticated call', async () => {
    const { headers, status } = await api.as(undefined).get(types, undefined, { origin });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([401, '*']);
  });

  it('may call only from the listed origins, when there is a list', async () => {
    const strict = await server.sibling({ CORS_ORIGINS: `${origin},http://localhost:5173` });
    for (const from of [origin, 'http://localhost:5173']) {
      const asked = await preflight(strict, from);
      expect(asked.headers.get('access-control-allow-origin')).toBe(from);
      expect(asked.headers.get('vary')).toMatch('Origin');
      expect(asked.headers.has('access-control-allow-credentials')).toBe(false);
    }
    const close = [
      'https://app.example.com.evil.example',
      'http://app.example.com',
      'null',
      'https://APP.example.com',
      `${origin}:443`,
    ];
    for (const from of ['https://evil.example', ...close]) {
      const asked = await preflight(strict, from);
      expect([from, asked.headers.get('access-control-allow-origin')]).toEqual([from, null]);
    }
    await strict.close();
  });
});
