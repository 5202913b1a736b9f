import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { S3Storage } from '../../src/storage/s3.ts';
import { uploadKey } from '../../src/storage/storage.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { driverCases, faultOf } from './driver-cases.ts';

let server: S3Server;
let storage: S3Storage;
beforeAll(async () => {
  server = await startS3Server();
  storage = new S3Storage(server.config);
});
afterAll(() => server.close());
afterEach(() => {
  server.fail = () => undefined;
});

const bytes = randomBytes(10_000_000);
const put = (tenant: string) =>
  storage.put(tenant, Readable.from([bytes]), { maxBytes: bytes.length });
const keysOf = async (tenant: string) =>
  (await Array.fromAsync(storage.list(tenant))).map(({ key }) => key);

describe('S3Storage', () => {
  driverCases(() => ({ storage, leftovers: server.unfinished }));

  it('reads no more of a large file than it can send at once', async () => {
    const part = 8 * 1024 * 1024;
    let taken = 0;
    async function* source() {
      for (; taken < 3 * part; taken += 65536) yield Buffer.alloc(65536);
    }
    const ahead: number[] = [];
    server.fail = ({ query: { partNumber } }) => {
      if (partNumber) ahead.push(taken / part - Number(partNumber));
      return undefined;
    };
    const options = { maxBytes: 3 * part, exactBytes: 3 * part };
    const { key } = await storage.put('ten_large', Readable.from(source()), options);
    expect(ahead).toHaveLength(3);
    expect(Math.max(...ahead)).toBeLessThan(2);
    await storage.remove([key]);
  });

  it('aborts old uploads of ended processes, and those of a deleted tenant', async () => {
    const { openS3 } = await import('../../src/storage/s3-client.ts');
    const s3 = openS3(server.config);
    const start = (Key: string) => s3.createMultipartUpload({ Bucket: server.config.bucket, Key });
    await start('ten_gone/aa/x');
    const { UploadId } = await start('somebody-else/backup');
    expect(await storage.dropUnfinished(3_600_000)).toBe(0);
    expect(await storage.dropUnfinished(-1000)).toBe(1);
    const { bucket: Bucket } = server.config;
    await s3.abortMultipartUpload({ Bucket, Key: 'somebody-else/backup', UploadId });
    await start('ten_gone/aa/y');
    await storage.removeTenant('ten_gone');
    expect(await server.unfinished()).toEqual([]);
  });

  it('retries requests that failed temporarily', async () => {
    let refused = 0;
    server.fail = () => (++refused < 3 ? { status: 500, code: 'InternalError' } : undefined);
    const { key } = await put('ten_slow');
    expect((await storage.read(key)).equals(bytes)).toBe(true);
  });

  it('aborts the upload when a part is refused permanently', async () => {
    server.fail = ({ query }) =>
      query.partNumber === '2' ? { status: 507, code: 'InsufficientStorage' } : undefined;
    expect(await faultOf(put('ten_full'))).toBe('full');
    expect(await keysOf('ten_full')).toEqual([]);
    expect(await server.unfinished()).toEqual([]);
  });

  it('reports the keys that it could not remove', async () => {
    server.fail = ({ method, query }) =>
      method === 'POST' && 'delete' in query ? { status: 403, code: 'AccessDenied' } : undefined;
    expect(await faultOf(storage.remove(['ten_a/aa/1', 'ten_a/aa/2']))).toBe('unavailable');
  });
});

describe('a direct upload to S3', () => {
  it('is not adopted when it is overwritten while it is read', async () => {
    const upload = uploadKey('ten_twice', 'file_1');
    await storage.write(upload, Buffer.from('first'));
    server.fail = async ({ headers }) => {
      if (!headers['x-amz-copy-source']) return undefined;
      server.fail = () => undefined;
      await storage.write(upload, Buffer.from('other'));
    };
    const adopted = storage.adopt(upload, 'ten_twice', { maxBytes: 5 });
    await expect(adopted).rejects.toMatchObject({
      fault: 'unavailable',
      message: expect.stringContaining('have changed in the meantime'),
    });
    const { key } = await storage.adopt(upload, 'ten_twice', { maxBytes: 5 });
    expect([String(await storage.read(key)), await keysOf('ten_twice')]).toEqual(['other', [key]]);
  });
});

describe('presignUpload', () => {
  const upload = uploadKey('ten_direct', 'file_1');
  const sign = (expiresIn = 60) =>
    storage.presignUpload?.(upload, { sizeBytes: 5, mimeType: 'text/plain', expiresIn });
  const send = async (body: string, headers = {}, edit = (url: string) => url) => {
    const direct = await sign();
    if (!direct) throw new Error('there is no direct upload');
    const { method, url } = direct;
    return fetch(edit(url), { method, body, headers: { ...direct.headers, ...headers } });
  };

  it('lets a client put exactly what it declared', async () => {
    const { status } = await send('12345');
    expect(status).toBe(200);
    expect(String(await storage.read(upload))).toBe('12345');
    await storage.remove([upload]);
  });

  it.each([
    ['more bytes', '123456', { 'Content-Length': '6' }],
    ['fewer bytes', '1234', { 'Content-Length': '4' }],
    ['another type', '12345', { 'Content-Type': 'text/html' }],
  ])('refuses %s', async (_, body, headers) => {
    expect((await send(body, headers)).status).toBe(403);
    expect(await storage.has(upload)).toBe(false);
  });

  it('is valid for this key, this method and this time', async () => {
    expect((await send('12345', {}, (url) => url.replace('file_1', 'file_2'))).status).toBe(403);
    const later = (url: string) => url.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000');
    expect((await send('12345', {}, later)).status).toBe(403);
    const { url = '' } = (await sign()) ?? {};
    expect((await fetch(url)).status).toBe(403);
  });

  it('works for AWS, and for others with a public endpoint', async () => {
    const addressOf = async (endpoint?: string, publicEndpoint?: string) => {
      const other = new S3Storage({ ...server.config, endpoint, publicEndpoint });
      const options = { sizeBytes: 5, mimeType: 'text/plain', expiresIn: 60 };
      const direct = await other.presignUpload?.(upload, options);
      return direct?.url.split('?')[0];
    };
    expect(await addressOf()).toBe(`https://files.s3.us-east-1.amazonaws.com/${upload}`);
    expect(await addressOf('http://minio:9000')).toBeUndefined();
    expect(await addressOf('http://minio:9000', 'https://s3.example.com')).toBe(
      `https://s3.example.com/files/${upload}`,
    );
  });
});

describe('the S3 check reports what is wrong, and which variable to check,', () => {
  it.each([
    ['a wrong bucket', { bucket: 'nowhere' }, /no bucket "nowhere".*S3_BUCKET/],
    ['a wrong secret', { secretAccessKey: 'guessed' }, /signature.*S3_SECRET_ACCESS_KEY/],
    ['a service that is away', { endpoint: 'http://127.0.0.1:9' }, /does not answer.*S3_ENDPOINT/],
  ])('for %s', async (_, wrong, message) => {
    const check = new S3Storage({ ...server.config, ...wrong }).check();
    await expect(check).rejects.toMatchObject({
      fault: 'unavailable',
      message: expect.stringMatching(message),
    });
    await expect(check).rejects.not.toMatchObject({ message: expect.stringContaining('guessed') });
  });

  it.each([
    ['InvalidAccessKeyId', /S3_ACCESS_KEY_ID/],
    ['AccessDenied', /s3:PutObject/],
    ['AuthorizationHeaderMalformed', /region us-east-1.*S3_REGION/],
    ['SomethingNew', /SomethingNew \(status 403\)/],
  ])('for %s', async (code, message) => {
    server.fail = () => ({ status: 403, code });
    await expect(storage.check()).rejects.toThrow(message);
  });
});
