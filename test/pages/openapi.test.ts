import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();
const path = '/docs/openapi.json';

interface Raw {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** Node's own client, since fetch unpacks what it gets. */
async function raw(headers: Record<string, string>, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    request(server.url + path, { method, headers }, async (answer) => {
      const parts = await answer.toArray();
      resolve({
        status: answer.statusCode ?? 0,
        headers: new Headers(answer.headers as Record<string, string>),
        bytes: Buffer.concat(parts),
      });
    })
      .on('error', reject)
      .end();
  });
}

it('is the same document plain, as gzip and as brotli, under one ETag', async () => {
  const [plain, gzip, brotli] = await Promise.all([
    raw({ 'accept-encoding': 'identity' }),
    raw({ 'accept-encoding': 'gzip' }),
    raw({ 'accept-encoding': 'gzip, br' }),
  ]);
  expect(JSON.parse(plain.bytes.toString()).openapi).toBe('3.1.0');
  expect(plain.headers.get('content-encoding')).toBe(null);
  expect(gzip.headers.get('content-encoding')).toBe('gzip');
  expect(brotli.headers.get('content-encoding')).toBe('br');
  expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
  expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
  for (const { headers, bytes } of [plain, gzip, brotli]) {
    expect(headers.get('etag')).toBe(plain.headers.get('etag'));
    expect(headers.get('vary')).toContain('Accept-Encoding');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('content-length')).toBe(String(bytes.length));
  }
});

it('is not sent again to a client that has it', async () => {
  const client = createClient(server);
  const etag = (await client.get(path)).headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\/"[0-9a-f]{16}"$/);
  for (const named of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
    const again = await client.get(path, undefined, { 'if-none-match': named });
    expect([named, again.status, again.body]).toEqual([named, 304, '']);
    expect(again.headers.get('etag')).toBe(etag);
  }
  expect((await client.get(path, undefined, { 'if-none-match': '"other"' })).status).toBe(200);
});

it('answers HEAD with what GET would send', async () => {
  const headers = { 'accept-encoding': 'gzip' };
  const [got, head] = [await raw(headers), await raw(headers, 'HEAD')];
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
  expect(head.headers.get('content-length')).toBe(got.headers.get('content-length'));
});
