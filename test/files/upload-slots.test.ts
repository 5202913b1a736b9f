import { beforeAll, describe, expect, it } from 'vitest';
import { FileSigner } from '../../src/groups/files/signature.ts';
import { storageOf } from '../../src/storage/open.ts';
import { type Answer, type Client, createTenant } from '../support/api.ts';
import { earlier } from '../support/earlier.ts';
import type { TestServer } from '../support/server.ts';
import { storedKeys } from '../support/stored.ts';
import { until } from '../support/until.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { head, openWire } from '../support/wire.ts';

const server = useServer();
const api = useTenant(server);
let nobody: Client;
beforeAll(async () => {
  nobody = api.as(undefined);
});

const text = (size: number) => ({
  filename: 'notes.txt',
  mime_type: 'text/plain',
  size_bytes: size,
});

async function openSlot(declared: object = text(5), client: Client = api) {
  const { status, body } = await client.post('/v1/files/upload-url', declared);
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data as { file_id: string; storage_key: string; upload_endpoint: string };
}

const put = (
  client: Client,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) => client.send('PUT', path, { body, headers: { 'content-type': '', ...headers } });

const outcome = ({ status, body }: Answer) => [status, body.error?.code ?? body.data.status];
const complete = (id: string, client: Client = api) =>
  client.post(`/v1/files/${id}/upload-complete`);
const usage = async () =>
  Number(
    (
      await server.db.query('select bytes from app.storage_usage where tenant_id = $1', [
        api.tenant.id,
      ])
    ).rows[0]?.bytes ?? 0,
  );

describe('an upload slot', () => {
  it('reserves room, accepts exactly its bytes without a token, and becomes a ready file', async () => {
    const before = await usage();
    const slot = await openSlot({ ...text(5), access: 'public', folder: 'a/b', meta: { n: 1 } });
    expect(slot).toMatchObject({
      storage_key: `${api.tenant.id}/uploads/${slot.file_id}`,
      upload_endpoint: expect.stringMatching(`^/v1/files/${slot.file_id}/upload-put\\?token=`),
      direct: null,
    });
    expect((await usage()) - before).toBe(5);
    const sent = await nobody.send('POST', slot.upload_endpoint, { body: 'hello' });
    expect(outcome(sent)).toEqual([200, 'pending']);
    const ready = await complete(slot.file_id);
    expect(ready.body.data).toMatchObject({
      status: 'ready',
      version: 1,
      size_bytes: 5,
      mime_type: 'text/plain',
      access: 'public',
      folder: 'a/b',
      meta: { n: 1 },
      uploaded_by: null,
      checksum_sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    });
    expect((await usage()) - before).toBe(5);
    const content = await fetch(server.url + ready.body.data.url);
    expect(await content.text()).toBe('hello');
  });

  it('is refused beyond 5 GB, with an invalid type or name, and without enough room', async () => {
    const refused = async (declared: object, client: Client = api) => {
      const { status, body } = await client.post('/v1/files/upload-url', declared);
      return [status, body.error.param ?? body.error.code];
    };
    for (const size_bytes of [-1, 1.5, '5', 5_368_709_121, null])
      expect(await refused({ ...text(0), size_bytes })).toEqual([400, 'size_bytes']);
    const { body } = await api.post('/v1/files/upload-url', text(5_368_709_121));
    expect(body.error.message).toContain('(5 GB)');
    expect(await refused({ ...text(1), mime_type: 'nonsense' })).toEqual([400, 'mime_type']);
    expect(await refused({ ...text(1), filename: '../../etc/passwd' })).toEqual([400, 'filename']);
    for (const folder of ['../a', 'a//b', '/a', 'a/.', 'a/b/'])
      expect(await refused({ ...text(1), folder })).toEqual([400, 'folder']);
    expect(await refused({ ...text(1), tag_ids: ['ftag_none'] })).toEqual([404, 'NOT_FOUND']);
    expect(await refused(text(1), await api.withKey(['write']))).toEqual([
      403,
      'INSUFFICIENT_SCOPE',
    ]);
    const small = await createTenant(server, { plan_tier: 'free' });
    expect(await refused(text(1_073_741_825), small)).toEqual([403, 'PLAN_LIMIT_EXCEEDED']);
  });

  it('refuses other sizes and types, stores nothing of them, and remains usable', async () => {
    const png = { filename: 'a.png', mime_type: 'image/png', size_bytes: 10 };
    const slot = await openSlot(png);
    const before = await storedKeys(server, api);
    const detail = ({ status, body }: Answer) => [status, body.error.details?.[0].code];
    const chunked = new ReadableStream({
      start(controller) {
        for (let n = 0; n < 11; n++) controller.enqueue(new TextEncoder().encode('x'));
        controller.close();
      },
    });
    const init = { body: chunked, duplex: 'half' } as RequestInit;
    const path = slot.upload_endpoint;
    expect(detail(await put(nobody, path, 'x'.repeat(11)))).toEqual([400, 'wrong_size']);
    expect(detail(await put(nobody, path, 'x'.repeat(9)))).toEqual([400, 'wrong_size']);
    expect(detail(await nobody.send('PUT', path, init))).toEqual([400, 'wrong_size']);
    expect(detail(await put(nobody, path, '<html>1234'))).toEqual([400, 'wrong_type']);
    expect(
      detail(await put(nobody, path, 'x'.repeat(10), { 'content-type': 'image/gif' })),
    ).toEqual([400, 'wrong_type']);
    const packed = await put(nobody, path, 'x'.repeat(10), { 'content-encoding': 'gzip' });
    expect(outcome(packed)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(outcome(await complete(slot.file_id))).toEqual([409, 'UPLOAD_INCOMPLETE']);
    expect(await storedKeys(server, api)).toEqual(before);
    const magic = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0]);
    const types = { 'content-type': 'application/x-www-form-urlencoded' };
    // Too short for a picture, but nothing else either.
    expect((await put(nobody, path, magic, types)).status).toBe(400);
    const any = await openSlot({ ...png, mime_type: 'application/octet-stream' });
    expect(outcome(await put(nobody, any.upload_endpoint, '<html>1234', types))).toEqual([
      200,
      'pending',
    ]);
  });

  it('stores nothing of bytes that break off or do not end', async () => {
    const slot = await openSlot(text(100_000));
    const before = await storedKeys(server, api);
    const cut = await openWire(server);
    cut.send(`${head('PUT', slot.upload_endpoint, { 'Content-Length': '100000' })}\r\nhello`);
    await until(
      () => storedKeys(server, api),
      (keys) => keys.length > before.length,
    );
    cut.socket.destroy();
    const endless = await openWire(server);
    endless.send(`${head('PUT', slot.upload_endpoint, { 'Transfer-Encoding': 'chunked' })}\r\n`);
    for (let n = 0; n < 3; n++) endless.send(`c350\r\n${'x'.repeat(50_000)}\r\n`);
    expect((await endless.answers(1))[0]?.status).toBe(400);
    await until(
      () => storedKeys(server, api),
      (keys) => keys.length === before.length,
    );
    const whole = await put(nobody, slot.upload_endpoint, 'x'.repeat(100_000));
    expect(outcome(whole)).toEqual([200, 'pending']);
  });

  it('accepts bytes once: a second put is 409, before and after completion', async () => {
    const slot = await openSlot();
    const parallel = await Promise.all(
      ['hello', 'world'].map((word) => put(nobody, slot.upload_endpoint, word)),
    );
    expect(parallel.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const again = await put(nobody, slot.upload_endpoint, 'hello');
    expect(outcome(again)).toEqual([409, 'INVALID_STATE']);
    expect(outcome(await put(api, `/v1/files/${slot.file_id}/upload-put`, 'hello'))).toEqual([
      409,
      'INVALID_STATE',
    ]);
    expect((await complete(slot.file_id)).status).toBe(200);
    expect(outcome(await put(nobody, slot.upload_endpoint, 'hello'))).toEqual([
      409,
      'INVALID_STATE',
    ]);
    const { rows } = await server.db.query(
      'select count(*)::int as n from app.file_versions where file_id = $1',
      [slot.file_id],
    );
    expect(rows[0].n).toBe(1);
  });

  it('is closed to others: changed, expired, old, of another tenant, or without a signature', async () => {
    const slot = await openSlot();
    const other = await createTenant(server);
    const user = await signUp(api);
    const path = `/v1/files/${slot.file_id}/upload-put`;
    const { upload_endpoint: url } = slot;
    const tries: [string, Client, string, unknown[]][] = [
      ['later', nobody, url.replace(/expires=(\d+)/, 'expires=9$1'), [403, 'INVALID_SIGNATURE']],
      [
        'other file',
        nobody,
        url.replace(/.{4}\/upload/, '0000/upload'),
        [403, 'INVALID_SIGNATURE'],
      ],
      [
        'other tenant',
        nobody,
        url.replace(/t=\w+/, `t=${other.tenant.id}`),
        [403, 'INVALID_SIGNATURE'],
      ],
      ['no time', nobody, url.replace(/expires=\d+&/, ''), [403, 'INVALID_SIGNATURE']],
      ['no token', nobody, `${path}?t=${api.tenant.id}`, [401, 'UNAUTHORIZED']],
      ['nothing at all', nobody, path, [401, 'UNAUTHORIZED']],
      ['their key', other, path, [404, 'NOT_FOUND']],
      ['a user who has not asked for it', user.client, path, [404, 'NOT_FOUND']],
      ['a key that may not', await api.withKey(['write']), path, [403, 'INSUFFICIENT_SCOPE']],
    ];
    for (const [who, client, target, expected] of tries)
      expect([who, ...outcome(await put(client, target, 'hello'))]).toEqual([who, ...expected]);
    await server.db.query(
      `update app.files set created_at = ${earlier('created_at', "interval '25 hours'")} where id = $1`,
      [slot.file_id],
    );
    expect(outcome(await put(api, path, 'hello'))).toEqual([410, 'GONE']);
    expect(outcome(await complete(slot.file_id, other))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await complete(slot.file_id, user.client))).toEqual([404, 'NOT_FOUND']);
  });

  it('expires after an hour, but its author can continue with a token', async () => {
    const { client } = await signUp(api);
    const slot = await openSlot(text(5), client);
    const url = new URL(slot.upload_endpoint, server.url);
    const expires = Number(url.searchParams.get('expires'));
    expect(expires * 1000).toBeGreaterThan(Date.now() + 3_590_000);
    const past = Math.floor(Date.now() / 1000) - 1;
    const token = new FileSigner(server.config.encryptionKey).sign({
      method: 'PUT',
      tenant: api.tenant.id,
      file: slot.file_id,
      generation: 1,
      what: '',
      isDownload: false,
      expires: past,
    });
    const old = `${url.pathname}?token=${token}&expires=${past}&t=${api.tenant.id}`;
    expect(outcome(await put(nobody, old, 'hello'))).toEqual([410, 'GONE']);
    expect(outcome(await put(client, url.pathname, 'hello'))).toEqual([200, 'pending']);
    expect((await complete(slot.file_id, client)).body.data.uploaded_by).toMatch(/^usr_/);
  });
});

describe('completing an upload', () => {
  it('happens once, even in parallel, and not without bytes', async () => {
    const slot = await openSlot(text(0));
    expect(outcome(await complete(slot.file_id))).toEqual([409, 'UPLOAD_INCOMPLETE']);
    expect(outcome(await put(nobody, slot.upload_endpoint, ''))).toEqual([200, 'pending']);
    const both = await Promise.all([complete(slot.file_id), complete(slot.file_id)]);
    expect(both.map((one) => outcome(one)).toSorted()).toEqual([
      [200, 'ready'],
      [409, 'INVALID_STATE'],
    ]);
    expect(outcome(await complete(slot.file_id))).toEqual([409, 'INVALID_STATE']);
  });

  it('is repeated per Idempotency-Key, as is creating a slot', async () => {
    const key = { 'idempotency-key': 'slot' };
    const [first, second] = [
      await api.post('/v1/files/upload-url', text(5), key),
      await api.post('/v1/files/upload-url', text(5), key),
    ];
    expect(second.body.data).toEqual(first.body.data);
    const { file_id, upload_endpoint } = first.body.data;
    await put(nobody, upload_endpoint, 'hello');
    const path = `/v1/files/${file_id}/upload-complete`;
    const dry = await api.post(`${path}?dry_run=true`);
    expect(outcome(dry)).toEqual([200, 'ready']);
    const once = { 'idempotency-key': 'complete' };
    const done = await api.post(path, undefined, once);
    const replayed = await api.post(path, undefined, once);
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect(replayed.body.data).toEqual(done.body.data);
  });

  it('compares bytes stored directly with what was declared', async () => {
    const past = async (declared: object, bytes: string) => {
      const slot = await openSlot(declared);
      await putPast(server, slot.storage_key, bytes);
      const tried = await api.post(`/v1/files/${slot.file_id}/upload-complete?dry_run=true`);
      expect(outcome(tried)).toEqual([409, 'UPLOAD_INCOMPLETE']);
      const answer = await complete(slot.file_id);
      const { body } = await api.get(`/v1/files/${slot.file_id}`);
      return [...outcome(answer), body.data.status, body.data.size_bytes];
    };
    expect(await past(text(5), 'hello')).toEqual([200, 'ready', 'ready', 5]);
    expect(await past(text(6), 'short')).toEqual([409, 'UPLOAD_INCOMPLETE', 'pending', 6]);
    const before = await usage();
    expect(await past(text(4), 'hello')).toEqual([400, 'VALIDATION_ERROR', 'failed', 0]);
    const png = { filename: 'a.png', mime_type: 'image/png', size_bytes: 5 };
    expect(await past(png, 'hello')).toEqual([400, 'VALIDATION_ERROR', 'failed', 0]);
    expect(await usage()).toBe(before);
  });
});

async function putPast({ config }: TestServer, key: string, bytes: string): Promise<void> {
  await storageOf(config).write(key, Buffer.from(bytes));
}
