import { fstatSync, readdirSync } from 'node:fs';
import { open, stat, truncate, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'content-disposition';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { head as headOf, openWire } from '../support/wire.ts';
import { contentOf, upload } from './support.ts';

const server = useServer();
const api = useTenant(server);

type Stored = { id: string; storage_key: string; etag: string };
type Headers = Record<string, string>;

const get = (file: Stored, headers: Headers = {}, query = '') =>
  api.get(contentOf(file) + query, undefined, headers);
const head = (file: Stored, headers: Headers = {}) =>
  fetch(server.url + contentOf(file), {
    method: 'HEAD',
    headers: { ...headers, authorization: `Bearer ${api.token}` },
  });
const onDisk = ({ storage_key }: Stored) => join(server.config.dataDir, 'files', storage_key);
const set = (file: Stored, column: string, value: unknown) =>
  server.db.query(`update app.files set ${column} = $2 where id = $1`, [file.id, value]);

describe('a range of a file’s content', () => {
  let file: Stored;
  let empty: Stored;
  beforeAll(async () => {
    file = await upload(api, '0123456789');
    empty = await upload(api, '');
  });

  it.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
    [`bytes=9-${'9'.repeat(400)}`, '9', 'bytes 9-9/10'],
    ['BYTES=0-99', '0123456789', 'bytes 0-9/10'],
  ])('%s is sent alone', async (range, body, contentRange) => {
    const answer = await get(file, { range });
    expect([answer.status, answer.body]).toEqual([206, body]);
    expect(answer.headers.get('content-range')).toBe(contentRange);
    expect(answer.headers.get('content-length')).toBe(String(body.length));
  });

  it.each(['bytes=-5', 'bytes=-1'])('%s of an empty file is all of it', async (range) => {
    const { status, body, headers } = await get(empty, { range });
    expect([status, body, headers.get('content-length')]).toEqual([200, '', '0']);
    expect(headers.has('content-range')).toBe(false);
  });

  it.each(['bytes=10-', 'bytes=10-20', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
    '%s starts after the end: 416, with the size',
    async (range) => {
      for (const [one, size] of [
        [file, 10],
        [empty, 0],
      ] as const) {
        const { status, body, headers } = await get(one, { range });
        expect([status, body.error.code]).toEqual([416, 'RANGE_NOT_SATISFIABLE']);
        expect(headers.get('content-range')).toBe(`bytes */${size}`);
        expect(body.error.details).toEqual({ size_bytes: size });
      }
    },
  );

  // RFC 9110, 14.2: what is not understood is ignored, and so may any other be.
  it.each([
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=--5',
    'bytes=-5--1',
    'bytes=0x1-2',
    'bytes=1.5-3',
    'bytes 0-1',
    'lines=0-1',
    'bytes=0-0,5-5',
    `bytes=${Array.from({ length: 3700 }, () => '0-0').join(',')}`,
  ])('%.20s is ignored, and everything is sent once', async (range) => {
    const answer = await get(file, { range });
    expect([answer.status, answer.body]).toEqual([200, '0123456789']);
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
    expect(answer.headers.has('content-range')).toBe(false);
  });

  it('is sent only if the client’s version of the bytes still matches', async () => {
    const modified = (await get(file)).headers.get('last-modified') as string;
    const before = 'Sun, 06 Nov 1994 08:49:37 GMT';
    const ends = [];
    for (const known of [file.etag, modified, '"else"', `W/${file.etag}`, before])
      ends.push((await get(file, { range: 'bytes=0-1', 'if-range': known })).status);
    expect(ends).toEqual([206, 206, 200, 200, 200]);
    // Where the answer would be all of it, there is nothing that could be out of range.
    const late = { range: 'bytes=99-', 'if-range': '"else"' };
    expect((await get(file, late)).status).toBe(200);
  });

  it('can be beyond 4 GB', async () => {
    const size = 5_000_000_000;
    const large = await upload(api, 'to be large');
    const handle = await open(onDisk(large), 'r+');
    await handle.truncate(size);
    await handle.write('the end', size - 7);
    await handle.close();
    await set(large, 'size_bytes', size);
    const answer = await get(large, { range: 'bytes=4999999993-' });
    expect([answer.status, answer.body]).toEqual([206, 'the end']);
    const whole = await head(large);
    expect([whole.status, whole.headers.get('content-length')]).toEqual([200, String(size)]);
  });
});

describe('a conditional request for content', () => {
  const old = 'Sun, 06 Nov 1994 08:49:37 GMT';
  const coming = 'Fri, 31 Dec 2100 00:00:00 GMT';
  let file: Stored;
  let etag: string;
  beforeAll(async () => {
    file = await upload(api, 'the same');
    etag = file.etag;
  });

  it.each<[Headers, number]>([
    [{ 'if-none-match': 'ETAG' }, 304],
    [{ 'if-none-match': '"x", W/ETAG' }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"x"' }, 200],
    [{ 'if-modified-since': coming }, 304],
    [{ 'if-modified-since': old }, 200],
    [{ 'if-modified-since': 'yesterday' }, 200],
    // The ETag says more than the date: with one, the date does not count.
    [{ 'if-none-match': '"x"', 'if-modified-since': coming }, 200],
    [{ 'if-none-match': 'ETAG', 'if-modified-since': old }, 304],
    [{ 'if-match': 'ETAG' }, 200],
    [{ 'if-match': '*' }, 200],
    [{ 'if-match': 'W/ETAG' }, 412],
    [{ 'if-match': '"x"', 'if-none-match': 'ETAG' }, 412],
    [{ 'if-unmodified-since': old }, 412],
    [{ 'if-unmodified-since': coming }, 200],
    [{ 'if-match': 'ETAG', 'if-unmodified-since': old }, 200],
    [{ 'if-none-match': 'ETAG', range: 'bytes=0-1' }, 304],
    [{ 'if-none-match': '"x"', range: 'bytes=0-1' }, 206],
  ])('with %j is answered with %i', async (asked, status) => {
    const headers = Object.fromEntries(
      Object.entries(asked).map(([name, value]) => [name, value.replace('ETAG', etag)]),
    );
    const answer = await get(file, headers);
    expect(answer.status).toBe(status);
    if (status === 412) expect(answer.body.error.code).toBe('PRECONDITION_FAILED');
    if (status !== 304) return;
    expect(answer.body).toBe('');
    expect(answer.headers.has('content-length')).toBe(false);
    for (const name of ['etag', 'last-modified', 'cache-control'])
      expect(answer.headers.has(name), name).toBe(true);
  });

  it('works with HEAD too, which ignores ranges', async () => {
    expect((await head(file, { 'if-none-match': etag })).status).toBe(304);
    const answer = await head(file, { range: 'bytes=0-1' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(answer.headers.get('content-length')).toBe('8');
    expect(answer.headers.get('content-disposition')).toMatch(/^inline/);
  });
});

describe('how a browser receives a file', () => {
  it.each([
    ['image/png', 'inline', 'image/png'],
    ['video/mp4', 'inline', 'video/mp4'],
    ['text/plain', 'inline', 'text/plain; charset=utf-8'],
    ['application/json', 'inline', 'application/json'],
    ['application/pdf', 'inline', 'application/pdf'],
    ['text/html', 'attachment', 'text/html; charset=utf-8'],
    ['application/xhtml+xml', 'attachment', 'application/xhtml+xml'],
    ['image/svg+xml', 'attachment', 'image/svg+xml'],
    ['application/xml', 'attachment', 'application/xml'],
    ['multipart/related', 'attachment', 'multipart/related'],
    ['application/javascript', 'attachment', 'text/plain; charset=utf-8'],
    ['text/x-ecmascript', 'attachment', 'text/plain; charset=utf-8'],
    ['application/x-unheard-of', 'attachment', 'application/x-unheard-of'],
  ])('%s is delivered as %s', async (type, disposition, served) => {
    const file = await upload(api, '{}');
    await set(file, 'mime_type', type);
    const { headers } = await get(file);
    expect(headers.get('content-type')).toBe(served);
    expect(headers.get('content-disposition')).toMatch(new RegExp(`^${disposition};`));
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox/);
    expect(headers.get('content-security-policy')?.includes('allow-')).toBe(type === 'video/mp4');
    const saved = await get(file, {}, '?download=1');
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment;/);
  });

  it.each([
    ['quotes', 'a "quoted" \'name\'.txt'],
    ['percents', '100%25 %zz;=.txt'],
    ['umlauts', 'Größe €.txt'],
    ['from right to left', 'abc\u202etxt.exe'],
    ['the longest', `${'😀'.repeat(251)}.txt`],
    ['line breaks', 'a\r\nSet-Cookie: evil=1\r\n\r\n<script>.txt'],
    ['a path', '../../etc/passwd'],
  ])('a file name is unchanged: %s', async (_, name) => {
    const file = await upload(api, 'x');
    // The ways in refuse some of these; the way out has to stand them all the same.
    await set(file, 'filename', name);
    const { headers } = await get(file);
    expect(headers.has('set-cookie')).toBe(false);
    const header = headers.get('content-disposition') as string;
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    expect(parse(header).parameters.filename).toBe(name);
  });
});

it('a cache separates content by the origin of the requesting page', async () => {
  const { url } = await upload(api, 'x', 'x', { access: 'public' });
  const plain = await fetch(server.url + url);
  expect(plain.headers.has('access-control-allow-origin')).toBe(false);
  const fetched = await fetch(server.url + url, { headers: { origin: 'https://app.example' } });
  expect(fetched.headers.get('access-control-allow-origin')).toBe('*');
  expect(fetched.headers.get('access-control-expose-headers')).toContain('Content-Disposition');
  for (const { headers } of [plain, fetched]) expect(headers.get('vary')).toBe('Origin');
});

describe('content that cannot be sent', () => {
  it('because it is missing is 500 in the envelope, small or large', async () => {
    for (const size of [10, 300_000]) {
      const file = await upload(api, `${size}`.padEnd(size, 'x'));
      await unlink(onDisk(file));
      const { status, body, headers } = await get(file);
      expect([status, body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
      expect(body.error.message).toContain('insula doctor --storage');
      expect([headers.get('cache-control'), headers.has('etag')]).toEqual(['no-store', false]);
    }
  });

  it('because it is too short never looks complete', async () => {
    const small = await upload(api, 'cut short');
    await truncate(onDisk(small), 3);
    expect((await get(small)).status).toBe(500);
    const large = await upload(api, 'cut'.padEnd(600_000, 'x'));
    await truncate(onDisk(large), 400_000);
    await expect(get(large)).rejects.toThrow();
  });

  it('because the client left closes its file', async () => {
    // More than the buffers of a connection take in, all of it holes.
    const file = await upload(api, 'y'.repeat(300_000));
    await truncate(onDisk(file), 100_000_000);
    await set(file, 'size_bytes', 100_000_000);
    const { ino } = await stat(onDisk(file));
    const wire = await openWire(server);
    wire.socket.pause();
    wire.send(`${headOf('GET', contentOf(file), { Authorization: `Bearer ${api.token}` })}\r\n`);
    await until(async () => isOpen(ino), Boolean);
    wire.socket.destroy();
    await until(
      async () => isOpen(ino),
      (open) => !open,
    );
  });

  /** Whether this process, which the server runs in, holds a file open. */
  const isOpen = (inode: number): boolean =>
    readdirSync('/dev/fd').some((descriptor) => {
      try {
        return fstatSync(Number(descriptor)).ino === inode;
      } catch {
        return false;
      }
    });
});
