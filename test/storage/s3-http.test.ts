import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { checkMachine } from '../../src/doctor/machine-checks.ts';
import { createLog } from '../../src/log.ts';
import { S3Storage } from '../../src/storage/s3.ts';
import { checkStorageAtStart } from '../../src/storage/start-check.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { fileForm } from '../support/seed-files.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

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

async function storedKeys(): Promise<string[]> {
  const entries = await Array.fromAsync(new S3Storage(s3.config).list(api.tenant.id));
  return entries.map(({ key }) => key);
}

const content = (id: string, range?: string) =>
  fetch(`${server.url}/v1/files/${id}/content`, {
    headers: { Authorization: `Bearer ${api.token}`, ...(range && { Range: range }) },
  });

it('keeps what is uploaded in the bucket, the same bytes once, and sends it in ranges', async () => {
  const bytes = randomBytes(12_000_000);
  const { status, body } = await upload(bytes);
  expect(status).toBe(201);
  const checksum = createHash('sha256').update(bytes).digest('hex');
  expect(body.data).toMatchObject({ size_bytes: bytes.length, checksum_sha256: checksum });
  await upload(bytes);
  expect(await storedKeys()).toEqual([body.data.storage_key]);

  const whole = await content(body.data.id);
  expect(bytes.equals(Buffer.from(await whole.arrayBuffer()))).toBe(true);
  const part = await content(body.data.id, 'bytes=9000000-9999999');
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    'bytes 9000000-9999999/12000000',
  ]);
  expect(bytes.subarray(9e6, 1e7).equals(Buffer.from(await part.arrayBuffer()))).toBe(true);
});

it('answers 503 while S3 is away, says why in the log, and stays ready for all else', async () => {
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

it('says what is wrong with the bucket, at the start and by the doctor', async () => {
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
