import { createHash, randomBytes } from 'node:crypto';
import { Upload } from 'tus-js-client';
import { describe, expect, it } from 'vitest';
import { type Answer, type Client, createTenant } from '../support/api.ts';
import { earlier } from '../support/earlier.ts';
import { storedKeys } from '../support/stored.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { head, openWire } from '../support/wire.ts';

const server = useOwnDatabase();
const api = useTenant(server);

const endpoint = '/v1/files/resumable';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const metadata = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, text]) => `${name} ${base64(text)}`)
    .join(',');

const begin = (
  size: number | string,
  fields: Record<string, string> = { filename: 'a.bin' },
  client: Client = api,
  more: Record<string, string> = {},
) =>
  client.send('POST', endpoint, {
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(size),
      'upload-metadata': metadata(fields),
      ...more,
    },
  });

const patch = (
  path: string,
  offset: number | string,
  body: string | Uint8Array<ArrayBuffer> | undefined,
  client: Client = api,
  headers: Record<string, string> = {},
) =>
  client.send('PATCH', path, {
    ...(body === undefined ? {} : { body }),
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      ...headers,
    },
  });

const outcome = ({ status, body }: Answer) => [status, body.error?.code];
const locationOf = ({ headers }: Answer) => headers.get('location') as string;
const offsetOf = async (path: string) => (await api.get(path)).body.data?.upload_offset;

describe('a tus client', () => {
  it('resumes where it was cut off, and the file is ready with the last byte', async () => {
    const bytes = randomBytes(12 * 1024 * 1024);
    const options = {
      endpoint: server.url + endpoint,
      headers: { authorization: `Bearer ${api.token}` },
      chunkSize: 5 * 1024 * 1024,
      retryDelays: null,
      metadata: { filename: 'großes.bin', filetype: 'image/png', access: 'public', folder: 'big' },
    };
    const url = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(bytes, {
        ...options,
        onError: reject,
        onProgress: (sent) => {
          if (sent < 6_000_000 || !upload.url) return;
          void upload.abort();
          resolve(upload.url);
        },
      });
      upload.start();
    });
    const resumed: number[] = [];
    await new Promise<void>((resolve, reject) => {
      const upload = new Upload(bytes, {
        ...options,
        uploadUrl: url,
        onError: reject,
        onProgress: (sent) => void resumed.push(sent),
        onSuccess: () => resolve(),
      });
      upload.start();
    });
    expect(resumed[0]).toBeGreaterThanOrEqual(5 * 1024 * 1024);
    const { body } = await api.get(`/v1/files/${url.split('/').at(-1)}`);
    expect(body.data).toMatchObject({
      status: 'ready',
      filename: 'großes.bin',
      // The type from its client was only a hint.
      mime_type: 'application/octet-stream',
      size_bytes: bytes.length,
      access: 'public',
      folder: 'big',
      checksum_sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect(await storedKeys(server, api)).toEqual([body.data.storage_key]);
  });

  it('learns by OPTIONS what the server supports, and may be a browser', async () => {
    const origin = { origin: 'https://app.example' };
    const asked = await fetch(server.url + endpoint, { method: 'OPTIONS', headers: origin });
    expect([asked.status, Object.fromEntries(asked.headers)]).toEqual([
      204,
      expect.objectContaining({
        'tus-version': '1.0.0',
        'tus-resumable': '1.0.0',
        'tus-extension': 'creation,creation-with-upload,expiration,termination',
        'tus-max-size': '5368709120',
        allow: expect.stringContaining('POST'),
        'access-control-expose-headers': expect.stringContaining('Upload-Offset'),
      }),
    ]);
    const answer = await begin(1, {}, api, { 'tus-resumable': '0.2.2' });
    expect(outcome(answer)).toEqual([412, 'PRECONDITION_FAILED']);
    expect(answer.headers.get('tus-version')).toBe('1.0.0');
  });
});

describe('a resumable upload', () => {
  it('reports its progress, and becomes a file like any other', async () => {
    const began = await begin(10, { name: 'x/y.txt', type: '', meta: '{"a":1}' });
    expect([began.status, began.body.data.upload_offset]).toEqual([201, 0]);
    const path = locationOf(began);
    const first = await patch(path, 0, 'hello');
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '5']);
    const asked = await fetch(server.url + path, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${api.token}` },
    });
    expect(Object.fromEntries(asked.headers)).toMatchObject({
      'upload-offset': '5',
      'upload-length': '10',
      'cache-control': 'no-store',
      'tus-resumable': '1.0.0',
      'upload-expires': expect.stringContaining('GMT'),
    });
    const { file_id } = began.body.data;
    const early = await api.post(`/v1/files/${file_id}/upload-complete`);
    expect(outcome(early)).toEqual([409, 'UPLOAD_INCOMPLETE']);
    expect((await patch(path, 5, 'world')).status).toBe(204);
    const { body } = await api.get(`/v1/files/${file_id}`);
    expect(body.data).toMatchObject({
      status: 'ready',
      filename: 'y.txt',
      mime_type: 'text/plain',
      size_bytes: 10,
      meta: { a: 1 },
    });
    // A client whose last answer was lost finds it done.
    expect(await offsetOf(path)).toBe(10);
    expect((await patch(path, 10, undefined)).status).toBe(204);
    expect(outcome(await patch(path, 5, 'world'))).toEqual([409, 'INVALID_STATE']);
    // Nor does it expire any more.
    expect((await api.get(path)).headers.has('upload-expires')).toBe(false);
  });

  it('may start with its bytes, or have none', async () => {
    const type = { 'content-type': 'application/offset+octet-stream' };
    const headers = {
      'upload-length': '5',
      'upload-metadata': metadata({ filename: 'b' }),
      ...type,
    };
    const whole = await api.send('POST', endpoint, { headers, body: 'hello' });
    expect([whole.status, whole.body.data.upload_offset]).toEqual([201, 5]);
    const empty = await begin(0);
    for (const { body } of [whole, empty]) {
      const file = await api.get(`/v1/files/${body.data.file_id}`);
      expect(file.body.data).toMatchObject({
        status: 'ready',
        size_bytes: body.data.upload_length,
      });
    }
  });

  it('refuses a wrong offset, more bytes than declared, and invalid chunks', async () => {
    const path = locationOf(await begin(5));
    expect(outcome(await patch(path, 3, 'lo'))).toEqual([409, 'INVALID_STATE']);
    expect(outcome(await patch(path, 0, 'hello!'))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(outcome(await patch(path, 'x', 'hello'))).toEqual([400, 'VALIDATION_ERROR']);
    const json = { 'content-type': 'application/json' };
    expect(outcome(await patch(path, 0, 'hello', api, json))).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ]);
    expect(await offsetOf(path)).toBe(0);
    const parts = new ReadableStream({
      start(controller) {
        for (let n = 0; n < 3; n++) controller.enqueue(new TextEncoder().encode('abc'));
        controller.close();
      },
    });
    const endless = await api.send('PATCH', path, {
      body: parts,
      duplex: 'half',
      headers: { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    } as RequestInit);
    expect(outcome(endless)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const { body } = await api.get(`/v1/files/${path.split('/').at(-1)}`);
    expect(body.data.status).toBe('pending');
  });

  it('refuses at the start what it could not store', async () => {
    for (const size of ['', '-1', '1e3', '5GB'])
      expect(outcome(await begin(size))).toEqual([400, 'VALIDATION_ERROR']);
    expect(outcome(await begin(5_368_709_121))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const junk = { 'upload-metadata': 'filename not-base64' };
    expect(outcome(await begin(1, {}, api, junk))).toEqual([400, 'VALIDATION_ERROR']);
    expect(outcome(await begin(1, { folder: '../x' }))).toEqual([400, 'VALIDATION_ERROR']);
    expect(outcome(await begin(1, { access: 'all' }))).toEqual([400, 'VALIDATION_ERROR']);
    const free = await createTenant(server, { plan_tier: 'free' });
    expect(outcome(await begin(1_073_741_825, {}, free))).toEqual([403, 'PLAN_LIMIT_EXCEEDED']);
  });

  it('belongs to the user who started it: others cannot see it, and it expires after a day', async () => {
    const { client } = await signUp(api);
    const stranger = (await signUp(api)).client;
    const path = locationOf(await begin(5, { filename: 'c' }, client));
    const other = await createTenant(server);
    for (const who of [stranger, other]) {
      expect(outcome(await patch(path, 0, 'hello', who))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await who.get(path))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await who.delete(path))).toEqual([404, 'NOT_FOUND']);
    }
    const open = locationOf(await begin(5, { filename: 'c', access: 'public' }, client));
    expect(outcome(await patch(open, 0, 'hello', stranger))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await patch(path, 0, 'hello', await api.withKey(['write'])))).toEqual([
      403,
      'INSUFFICIENT_SCOPE',
    ]);
    expect((await patch(path, 0, 'hel', client)).status).toBe(204);
    await server.db.query(
      `update app.files set created_at = ${earlier('created_at', "interval '25 hours'")} where id = $1`,
      [path.split('/').at(-1)],
    );
    expect(outcome(await patch(path, 3, 'lo', client))).toEqual([410, 'GONE']);
    expect(outcome(await client.get(path))).toEqual([410, 'GONE']);
  });

  it('can be abandoned with DELETE, which returns its room', async () => {
    const used = async () =>
      (await server.db.query('select sum(bytes) from app.storage_usage')).rows[0].sum;
    const [room, keys] = [await used(), await storedKeys(server, api)];
    const path = locationOf(await begin(5));
    await patch(path, 0, 'hel');
    expect((await storedKeys(server, api)).length).toBeGreaterThan(keys.length);
    expect((await api.delete(path)).status).toBe(204);
    expect([await used(), await storedKeys(server, api)]).toEqual([room, keys]);
    expect(outcome(await api.delete(path))).toEqual([404, 'NOT_FOUND']);
  });

  it('is also ended by DELETE when it is complete: its file is in the trash', async () => {
    const path = locationOf(await begin(0));
    expect((await api.delete(path)).status).toBe(204);
    expect(outcome(await api.get(path))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await api.delete(path))).toEqual([404, 'NOT_FOUND']);
    const { body } = await api.get('/v1/files/trash');
    expect(body.data.results.map(({ id }: { id: string }) => id)).toContain(path.split('/').at(-1));
  });

  it('passes to a client that reconnects while its old connection hangs', async () => {
    const path = locationOf(await begin(10));
    const wire = await openWire(server);
    const headers = {
      Authorization: `Bearer ${api.token}`,
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': '0',
      'Content-Length': '10',
    };
    wire.send(`${head('PATCH', path, headers)}\r\nhello`);
    await until(
      () => offsetOf(path),
      (offset) => offset === 5,
    );
    const asked = await fetch(server.url + path, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${api.token}` },
    });
    expect(asked.headers.get('upload-offset')).toBe('5');
    expect((await patch(path, 5, 'world')).status).toBe(204);
    expect((await wire.answers(1))[0]).toMatchObject({
      status: 204,
      headers: { 'upload-offset': '5' },
    });
  });
});
