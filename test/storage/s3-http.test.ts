import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { checkMachine } from '../../src/cli/doctor/machine-checks.ts';
import type { Query } from '../../src/db/ask.ts';
import { databaseUrls } from '../../src/db/urls.ts';
import { startWorker } from '../../src/doors/worker/worker.ts';
import { groups } from '../../src/groups/index.ts';
import { checkStorageAtStart } from '../../src/process/storage-check.ts';
import { createLog } from '../../src/pulse/log.ts';
import { cleanStorage } from '../../src/storage/clean.ts';
import { storageOf } from '../../src/storage/open.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { sweepAll } from '../../src/storage/sweep-all.ts';
import { purge } from '../files/support-lifecycle.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { fileForm } from '../support/seed-files.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { storedKeys } from '../support/stored.ts';
import { until } from '../support/until.ts';

/** A whole server that keeps its files in S3. */
let s3: S3Server;
let server: TestServer;
let api: TenantClient;
beforeAll(async () => {
  s3 = await startS3Server();
  server = await startTestServer({ ...s3.env, LOG_LEVEL: 'error' });
  api = await createTenant(server);
});
afterAll(async () => {
  await server.close();
  await s3.close();
});
afterEach(() => {
  s3.fail = () => undefined;
});

const upload = (bytes: Uint8Array<ArrayBuffer>) =>
  api.send('POST', '/v1/files/upload', { body: fileForm(bytes, 'data.bin') });

const content = (id: string, range?: string) =>
  fetch(`${server.url}/v1/files/${id}/content`, {
    headers: { Authorization: `Bearer ${api.token}`, ...(range && { Range: range }) },
  });

it('S3 stores uploads in the bucket, the same bytes once, and serves ranges', async () => {
  const bytes = randomBytes(12_000_000);
  const { status, body } = await upload(bytes);
  expect(status).toBe(201);
  const checksum = createHash('sha256').update(bytes).digest('hex');
  expect(body.data).toMatchObject({ size_bytes: bytes.length, checksum_sha256: checksum });
  await upload(bytes);
  expect(await storedKeys(server, api)).toEqual([body.data.storage_key]);

  const whole = await content(body.data.id);
  expect(bytes.equals(Buffer.from(await whole.arrayBuffer()))).toBe(true);
  const part = await content(body.data.id, 'bytes=9000000-9999999');
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    'bytes 9000000-9999999/12000000',
  ]);
  expect(bytes.subarray(9e6, 1e7).equals(Buffer.from(await part.arrayBuffer()))).toBe(true);
});

it('S3 lets clients upload directly, and adopts what they have put', async () => {
  const before = await storedKeys(server, api);
  const declared = { filename: 'notes.txt', mime_type: 'text/plain', size_bytes: 5 };
  const { body } = await api.post('/v1/files/upload-url', declared);
  const { file_id, storage_key, direct } = body.data;
  const headers = { 'Content-Type': direct.headers['Content-Type'] };
  const put = (bytes: string) => fetch(direct.url, { method: direct.method, headers, body: bytes });
  expect((await put('123456')).status).toBe(403);
  expect((await put('12345')).status).toBe(200);
  const { body: ready } = await api.post(`/v1/files/${file_id}/upload-complete`);
  expect(ready.data).toMatchObject({ status: 'ready', size_bytes: 5 });
  expect(await storedKeys(server, api)).toEqual([...before, ready.data.storage_key].toSorted());
  // An old address can still be written to, but those bytes are no longer served.
  expect([(await put('54321')).status, ready.data.storage_key]).not.toContain(storage_key);
  expect(await (await content(file_id)).text()).toBe('12345');
});

it('S3 accepts resumable uploads, and drops abandoned ones', async () => {
  const before = await storedKeys(server, api);
  const bytes = randomBytes(6_000_000);
  const tus = { 'Tus-Resumable': '1.0.0' };
  const begin = async () => {
    const headers = { ...tus, 'Upload-Length': String(bytes.length) };
    const { body } = await api.send('POST', '/v1/files/resumable', { headers });
    const path = `/v1/files/resumable/${body.data.file_id}`;
    const send = (from: number, to: number) =>
      api.send('PATCH', path, {
        body: bytes.subarray(from, to),
        headers: {
          ...tus,
          'Upload-Offset': String(from),
          'content-type': 'application/offset+octet-stream',
        },
      });
    return { id: body.data.file_id, path, send };
  };
  const upload = await begin();
  expect((await upload.send(0, 2_000_000)).headers.get('upload-offset')).toBe('2000000');
  expect((await upload.send(2_000_000, bytes.length)).status).toBe(204);
  const got = Buffer.from(await (await content(upload.id)).arrayBuffer());
  expect(got.equals(bytes)).toBe(true);

  const givenUp = await begin();
  await givenUp.send(0, 1000);
  expect((await api.send('DELETE', givenUp.path, { headers: tus })).status).toBe(204);
  expect(await storedKeys(server, api)).toHaveLength(before.length + 1);
  expect(await s3.unfinished()).toEqual([]);
});

it('an unreachable S3 answers 503 and is logged, while everything else stays ready', async () => {
  const { body } = await upload(randomBytes(300_000));
  s3.fail = () => ({ status: 403, code: 'InvalidAccessKeyId' });
  for (const answer of [
    await upload(randomBytes(1000)),
    await api.get(`/v1/files/${body.data.id}/content`),
  ]) {
    expect([answer.status, answer.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(JSON.stringify(answer.body)).not.toMatch(/127\.0\.0\.1|S3|bucket|AccessKey/);
  }
  expect(server.logLines.join('')).toMatch(/does not know the key\. Correct S3_ACCESS_KEY_ID/);
  const ready = await fetch(`${server.url}/ready`);
  expect([ready.status, await ready.json()]).toMatchObject([
    200,
    { data: { status: 'ready', checks: { database: 'ok', storage: 'unavailable' } } },
  ]);
  s3.fail = () => undefined;
  expect((await content(body.data.id)).status).toBe(200);
});

it('S3 bucket problems are reported at the start and by the doctor', async () => {
  const config = { ...server.config, s3: { ...s3.config, bucket: 'nowhere' } };
  const lines: string[] = [];
  await checkStorageAtStart(config, createLog(config, { write: (line) => void lines.push(line) }));
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    expect.stringMatching(/neither stored nor read: There is no bucket "nowhere".*S3_BUCKET/),
  ]);
  const findings = await checkMachine(config);
  expect(findings.find(({ name }) => name === 'bucket')).toMatchObject({
    status: 'failed',
    advice: expect.stringContaining('There is no bucket "nowhere"'),
  });
});

it('the S3 sweep compares bucket and database both ways, and removes what nothing needs', async () => {
  const [kept, lost, purged] = (
    await Promise.all([64, 65, 66].map((size) => upload(randomBytes(size))))
  ).map(({ body }) => body.data);
  const storage = storageOf(server.config);
  const orphan = `${api.tenant.id}/aa/nobodys`;
  await storage.write(orphan, Buffer.from('x'));
  await storage.remove([lost.storage_key]);
  // As if all of it had lain there for long.
  const old: Storage = Object.create(storage, {
    list: {
      async *value(tenant: string) {
        for await (const entry of storage.list(tenant)) yield { ...entry, modifiedAt: 0 };
      },
    },
  });
  const query: Query = (text, values) => server.db.query(text, values);
  const found = await sweepAll(query, old, { fix: true });
  expect(found.orphans.first).toContain(orphan);
  expect(found.missing).toEqual({ count: 1, first: [lost.storage_key] });
  const again = await sweepAll(query, old, { fix: true, isDeep: true });
  expect([again.orphans.count, again.missing.count, again.damaged.count]).toEqual([0, 1, 0]);

  await purge(server, api, [purged.id]);
  await cleanStorage(query, storage);
  const keys = [orphan, purged.storage_key, kept.storage_key];
  expect(await Promise.all(keys.map((key) => storage.has(key)))).toEqual([false, false, true]);
});

it('S3 stores large exports, and loses them with their records', async () => {
  const before = await storedKeys(server, api);
  await api.post('/v1/object-types', { name: 'many' });
  const rows = Array.from({ length: 6000 }, (_, n) => ({ n, text: `${n} `.repeat(100) }));
  await api.post('/v1/data/import', { object_type_id: 'many', rows });
  const asked = { object_type_id: 'many', format: 'ndjson', order: 'asc' };
  const { download_url } = (await api.post('/v1/data/export', asked)).body.data;
  const { databaseUrl, encryptionKey } = server.config;
  const { worker: workerUrl } = databaseUrls(databaseUrl as string, encryptionKey);
  const log = createLog({ ...server.config, logLevel: 'silent' });
  const worker = await startWorker({ groups, config: server.config, workerUrl, log });
  onTestFinished(() => worker.stop());
  const done = await until(
    async () => (await api.get(`${download_url}/status`)).body.data,
    ({ status }) => status === 'completed' || status === 'failed',
    30,
  );
  expect(done).toMatchObject({ status: 'completed', row_count: 6000 });
  const { body } = await api.get(download_url);
  const lines = body
    .trimEnd()
    .split('\n')
    .map((line: string) => JSON.parse(line));
  expect(lines.map(({ n, text }: { n: number; text: string }) => ({ n, text }))).toEqual(rows);
  await api.delete(download_url);
  await until(
    () => storedKeys(server, api),
    (keys) => keys.length === before.length,
  );
});
