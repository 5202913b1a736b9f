import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
let large: string;
beforeAll(async () => {
  await api.post('/v1/object-types', { name: 'things' });
  const objects = Array.from({ length: 60 }, (_, n) => ({
    properties: { n, text: `thing ${n} `.repeat(20) },
  }));
  await api.post('/v1/objects/things/batch/create', { objects });
  const { body } = await api.post('/v1/objects/things', {
    properties: { text: 'x'.repeat(20_000) },
  });
  large = `/v1/objects/things/${body.data.id}`;
});

const list = '/v1/objects/things/list?limit=60';

interface Raw {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** As it comes over the wire: fetch would open it. */
function raw(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const all = { authorization: `Bearer ${api.token}`, ...headers };
    const sent = request(`${server.url}${path}`, { method, headers: all }, async (res) => {
      const bytes = Buffer.concat(await res.toArray());
      resolve({ status: res.statusCode, headers: res.headers, bytes });
    });
    sent.on('error', reject).end();
  });
}

const withoutId = (bytes: Buffer) => bytes.toString().replace(/"request_id":"\w+"/, '');

describe('a large JSON response', () => {
  it.each([
    ['gzip', 'gzip', gunzipSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip;q=0.5, br;q=1', 'br', brotliDecompressSync],
  ])('is compressed for %s', async (accepted, encoding, open) => {
    const plain = await raw(list);
    const packed = await raw(list, { 'accept-encoding': accepted });
    expect(plain.headers['content-encoding']).toBe(undefined);
    expect(Number(plain.headers['content-length'])).toBe(plain.bytes.length);
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(packed.headers.vary).toMatch(/Accept-Encoding/i);
    expect(packed.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4);
    expect(withoutId(open(packed.bytes))).toBe(withoutId(plain.bytes));
  });

  it.each(['identity', 'gzip;q=0, br;q=0', 'deflated', ''])(
    'is not compressed for %j',
    async (accepted) => {
      const { headers, bytes } = await raw(list, { 'accept-encoding': accepted });
      expect(headers['content-encoding']).toBe(undefined);
      expect(headers.vary).toBe('Accept-Encoding');
      expect(JSON.parse(bytes.toString()).success).toBe(true);
    },
  );

  it('has the ETag of its record, compressed or not', async () => {
    const packed = await raw(large, { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    const etag = packed.headers.etag as string;
    expect(etag).toBe((await raw(large)).headers.etag);
    const again = await raw(large, { 'accept-encoding': 'gzip', 'if-none-match': etag });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    const changed = await api.patch(large, { properties: { n: 1 } }, { 'if-match': etag });
    expect(changed.status).toBe(200);
  });

  it('to HEAD has no body', async () => {
    const { status, bytes } = await raw(list, { 'accept-encoding': 'gzip' }, 'HEAD');
    expect([status, bytes.length]).toEqual([200, 0]);
  });
});

describe('a response that is not compressed', () => {
  const encodingOf = async (path: string, method = 'GET') =>
    (await raw(path, { 'accept-encoding': 'gzip, br' }, method)).headers['content-encoding'];

  it('is small: an object of 1 kB', async () => {
    const { body } = await api.post('/v1/objects/things', {
      properties: { text: 'y'.repeat(900) },
    });
    expect(await encodingOf(`/v1/objects/things/${body.data.id}`)).toBe(undefined);
  });

  it('may contain a secret together with the caller’s own input', async () => {
    for (let n = 0; n < 60; n++)
      await api.post('/v1/keys', { label: `key ${n}`, scopes: ['read'] });
    const { bytes } = await raw('/v1/keys');
    expect(bytes.length).toBeGreaterThan(10_000);
    expect(await encodingOf('/v1/keys')).toBe(undefined);
  });

  it('is the content of a file', async () => {
    const form = new FormData();
    form.set('file', new Blob(['text '.repeat(10_000)], { type: 'text/plain' }), 'a.txt');
    const uploaded = await api.send('POST', '/v1/files/upload', { body: form });
    const { id } = uploaded.body.data;
    expect(await encodingOf(`/v1/files/${id}/content`)).toBe(undefined);
  });

  it('is an error', async () => {
    const name = 'x'.repeat(12_000);
    expect(await encodingOf(`/v1/objects/things/list?sort=${name.slice(0, 4000)}`)).toBe(undefined);
  });
});

describe('the documentation assets', () => {
  it.each(['/docs/openapi.json', '/docs/assets/rapidoc-min.js'])(
    '%s is compressed',
    async (path) => {
      const plain = await raw(path);
      const packed = await raw(path, { 'accept-encoding': 'gzip' });
      expect(packed.headers['content-encoding']).toBe('gzip');
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
    },
  );
});
