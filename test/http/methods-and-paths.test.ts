import { describe, expect, it } from 'vitest';
import { useServer, useTenant } from '../support/use-server.ts';
import { exchange, head } from '../support/wire.ts';

const server = useServer();
const api = useTenant(server);

const types = '/v1/object-types';

describe('an HTTP method', () => {
  it.each([
    ['PUT', types, 'GET, HEAD, POST, OPTIONS'],
    ['DELETE', types, 'GET, HEAD, POST, OPTIONS'],
    ['PURGE', types, 'GET, HEAD, POST, OPTIONS'],
    ['GET', '/v1/objects/x/batch/create', 'POST, OPTIONS'],
    ['POST', '/v1/objects/x/y', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ['POST', '/health', 'GET, HEAD, OPTIONS'],
    ['POST', '/', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/docs', 'GET, HEAD, OPTIONS'],
    ['PUT', '/metrics', 'GET, HEAD, OPTIONS'],
  ])('%s is refused at %s with the allowed ones', async (method, path, allow) => {
    const { status, headers, body } = await api.send(method, path);
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe(allow);
    expect(body.error.code).toBe('METHOD_NOT_ALLOWED');
  });

  it('TRACE does not send the request back', async () => {
    const request = head('TRACE', types, { 'X-Secret': 'canary', Connection: 'close' });
    const [answer] = await exchange(server, `${request}\r\n`);
    expect(answer?.status).toBe(405);
    expect(answer?.body).not.toContain('canary');
  });

  it.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])(
    'is not overridden by %s',
    async (header) => {
      const name = header.toLowerCase();
      await api.post(types, { name });
      const { status } = await api.get(`${types}/${name}`, undefined, { [header]: 'DELETE' });
      expect(status).toBe(200);
      expect((await api.get(`${types}/${name}?_method=DELETE`)).status).toBe(400);
      expect((await api.get(`${types}/${name}`)).status).toBe(200);
    },
  );

  it('HEAD answers like GET, without the body', async () => {
    const get = await api.get(types);
    const headers = { authorization: `Bearer ${api.token}` };
    const only = await fetch(server.url + types, { method: 'HEAD', headers });
    expect(only.status).toBe(200);
    for (const name of ['content-length', 'content-type', 'cache-control'])
      expect(only.headers.get(name)).toBe(get.headers.get(name));
    expect(await only.text()).toBe('');
    for (const path of ['/health', '/docs', '/docs/assets/rapidoc-min.js'])
      expect((await fetch(server.url + path, { method: 'HEAD' })).status, path).toBe(200);
    expect((await fetch(server.url + types, { method: 'HEAD' })).status).toBe(401);
    const post = await fetch(`${server.url}/v1/objects/x/batch/create`, { method: 'HEAD' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  it('OPTIONS lists the allowed methods, for everyone', async () => {
    for (const [path, allow] of [
      [types, 'GET, HEAD, POST, OPTIONS'],
      ['/v1/objects/x/y/restore', 'POST, OPTIONS'],
      ['/health', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const answer = await fetch(server.url + path, { method: 'OPTIONS' });
      expect([answer.status, answer.headers.get('allow')]).toEqual([204, allow]);
    }
    expect((await fetch(`${server.url}/nowhere`, { method: 'OPTIONS' })).status).toBe(404);
    const [all] = await exchange(server, `${head('OPTIONS', '*', { Connection: 'close' })}\r\n`);
    expect(all?.status).toBe(404);
  });
});

describe('a request path', () => {
  const raw = async (path: string, method = 'GET') => {
    const headers = { Authorization: `Bearer ${api.token}`, Connection: 'close' };
    const [answer] = await exchange(
      server,
      Buffer.from(`${head(method, path, headers)}\r\n`, 'latin1'),
    );
    const body = JSON.parse(answer?.body || 'null');
    return { status: answer?.status, code: body?.error?.code, body };
  };

  it.each([
    ['unknown', '/v1/unknown'],
    ['doubled slashes', `/${types}`],
    ['doubled slashes inside', '/v1//object-types'],
    ['a trailing slash', `${types}/`],
    ['an empty id', '/v1/objects//list'],
    ['upper case', '/V1/object-types'],
    ['mixed case', '/v1/Object-Types'],
    ['dots', '/v1/../v1/object-types'],
    ['encoded dots', '/v1/%2e%2e/v1/object-types'],
    ['a slash that is encoded', '/v1%2Fobject-types'],
    ['a matrix parameter', `${types};a=b`],
    ['backslashes', '/v1\\object-types'],
    ['dots below the assets', '/docs/assets/../../package.json'],
    ['encoded dots below the assets', '/docs/assets/%2e%2e/%2e%2e/install.ts'],
    ['encoded slashes below the assets', '/docs/assets/..%2finstall.ts'],
    ['a folder of assets', '/docs/assets/'],
    ['the assets', '/docs/assets'],
    ['another file of the package', '/docs/assets/index.html'],
    ['an asset that is not there', '/docs/assets/x.js'],
    ['NUL below the assets', '/docs/assets/%00'],
    ['half an address', 'http://'],
    ['a broken address', 'http://[::/v1/object-types'],
    ['another address', 'ftp://test/v1/object-types'],
  ])('with %s is 404', async (_, path) => {
    expect(await raw(path)).toMatchObject({ status: 404, code: 'ROUTE_NOT_FOUND' });
  });

  it.each([
    ['encoding that breaks off', `${types}/%`],
    ['encoding of nothing', `${types}/%zz`],
    ['encoding that is not UTF-8', `${types}/%ff`],
    ['an encoded surrogate', `${types}/%ED%A0%80`],
    ['broken encoding of a page', '/docs/%zz'],
    ['broken encoding below the assets', '/docs/assets/%zz'],
    ['no slash', 'v1/object-types'],
    ['NUL', `${types}/%00`],
    ['NUL inside', `${types}/a%00b`],
    ['an id longer than ids are', `${types}/${'a'.repeat(201)}`],
    ['an id longer than any', `${types}/${'a'.repeat(7000)}`],
    ['an invalid version', '/v1/objects/x/y/versions/0x1/restore'],
  ])('with %s is refused', async (_, path) => {
    const method = path.endsWith('/restore') ? 'POST' : 'GET';
    expect(await raw(path, method)).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  });

  it('matches ids in any encoding of the same characters', async () => {
    await api.post(types, { name: 'plain' });
    expect((await raw(`${types}/pl%61in`)).body.data.name).toBe('plain');
    expect((await raw('/v1/%6fbject-types/plain')).body.data.name).toBe('plain');
  });

  it.each([
    '%2F',
    '..%2f..',
    '%27%3B--',
    '%F0%9F%92%A9',
    '$(id)',
    '%25%32%65',
    'null',
    '__proto__',
  ])('with the id %s finds nothing', async (id) => {
    for (const path of [`${types}/${id}`, `/v1/objects/${id}/list`, `/v1/objects/${id}/${id}`])
      expect(await raw(path)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('requires a token in any spelling', async () => {
    for (const path of [types, '/v1/%6fbject-types', `${types}?x=1`, `http://x${types}`]) {
      const [answer] = await exchange(server, `${head('GET', path, { Connection: 'close' })}\r\n`);
      expect([path, answer?.status]).toEqual([path, 401]);
    }
  });
});

describe('the header Accept', () => {
  it.each(['text/html', 'image/png', 'application/xml;q=0.9', '*/*', 'nonsense'])(
    '%s changes nothing: responses are JSON',
    async (accept) => {
      const good = await api.get(types, undefined, { accept });
      expect(good.headers.get('content-type')).toBe('application/json; charset=utf-8');
      const bad = await api.get(`${types}/none`, undefined, { accept });
      expect([bad.status, bad.body.error.code]).toEqual([404, 'NOT_FOUND']);
    },
  );
});
