import { describe, expect, it } from 'vitest';
import { type Answer, createTenant, type TenantClient } from '../support/api.ts';
import { fileForm } from '../support/seed-files.ts';
import { storedKeys } from '../support/stored.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { head, openWire } from '../support/wire.ts';

const server = useOwnDatabase();
const api = useTenant(server);

const path = '/v1/files/upload';
const mb = 1024 * 1024;
const upload = (body: FormData, client: { send: TenantClient['send'] } = api) =>
  client.send('POST', path, { body });
const outcome = ({ status, body }: Answer) => [status, body.error?.code ?? body.data.status];
const fileRows = async () =>
  (await server.db.query('select count(*)::int as n from app.files')).rows[0].n;

describe('a direct upload', () => {
  it('stores what was sent about the file, which belongs to its sender', async () => {
    const { user, client } = await signUp(api);
    await api.post('/v1/object-types', { name: 'albums', user_access: 'open' });
    const album = await api.post('/v1/objects/albums', {});
    await server.db.query(
      `insert into app.file_tags (tenant_id, id, name) values ($1, 'ftag_a', 'a'), ($1, 'ftag_b', 'b')`,
      [api.tenant.id],
    );
    const fields = {
      access: 'authenticated',
      folder: 'photos/2026',
      meta: '{"camera":{"iso":100}}',
      object_type_id: 'albums',
      object_id: album.body.data.id,
      tag_ids: 'ftag_b, ftag_a',
    };
    const { status, body } = await upload(fileForm('a,b\n1,2\n', 'x.csv', fields), client);
    expect([status, body.error]).toEqual([201, undefined]);
    expect(body.data).toMatchObject({
      filename: 'x.csv',
      mime_type: 'text/csv',
      size_bytes: 8,
      status: 'ready',
      access: 'authenticated',
      folder: 'photos/2026',
      meta: { camera: { iso: 100 } },
      tags: [
        { tag_id: 'ftag_a', name: 'a' },
        { tag_id: 'ftag_b', name: 'b' },
      ],
      object_id: album.body.data.id,
      uploaded_by: user.id,
    });
    const json = await upload(fileForm('x', 'y', { tag_ids: '["ftag_a"]', filename: 'z.txt' }));
    expect([json.body.data.filename, json.body.data.tags.length]).toEqual(['z.txt', 1]);
  });

  it('accepts 0 bytes and 25 MB, and not one byte more', async () => {
    const before = [await fileRows(), await storedKeys(server, api)];
    const tooLarge = await upload(fileForm(new Uint8Array(25 * mb + 1), 'big'));
    expect(outcome(tooLarge)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(tooLarge.body.error.message).toContain('/v1/files/upload-url');
    expect([await fileRows(), await storedKeys(server, api)]).toEqual(before);
    const sizes = [0, 25 * mb];
    for (const size of sizes) {
      const { body } = await upload(fileForm(new Uint8Array(size), 'fits'));
      expect(body.data).toMatchObject({ size_bytes: size, status: 'ready' });
    }
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\x\\a.txt', 'a.txt'],
    ['..', 'file'],
    ['say %22hi%22.txt', 'say "hi".txt'],
    ['gnp.\u202eexe', 'gnp.exe'],
    [`${'n'.repeat(10_000)}.txt`, 'n'.repeat(255)],
    ['日本 ä.txt', '日本 ä.txt'],
  ])('named %j is stored as %j', async (sent, kept) => {
    const { body } = await upload(fileForm('x', sent));
    expect(body.data.filename).toBe(kept);
    // Where it lies has nothing to do with that.
    expect(body.data.storage_key).toMatch(
      new RegExp(`^${api.tenant.id}/[0-9a-f]{2}/[0-9a-f]{64}\\.[0-9a-f]{8}$`),
    );
  });

  it.each([
    ['a folder with ..', { folder: '../up' }],
    ['empty folders', { folder: 'a//b' }],
    ['too many folders', { folder: Array(21).fill('a').join('/') }],
    ['a name that is a path', { filename: 'a/b' }],
    ['a name with a line break', { filename: 'a\r\nX-Evil: 1' }],
    ['another access', { access: 'all' }],
    ['meta that is not an object', { meta: '[1]' }],
    ['meta beyond 10 KB', { meta: JSON.stringify({ a: 'x'.repeat(10_240) }) }],
    ['half an object', { object_id: 'obj_1' }],
  ])('with %s is refused, and leaves nothing', async (_, fields) => {
    const before = [await fileRows(), await storedKeys(server, api)];
    expect(outcome(await upload(fileForm('left over?', 'a', fields)))).toEqual([
      400,
      'VALIDATION_ERROR',
    ]);
    expect([await fileRows(), await storedKeys(server, api)]).toEqual(before);
  });

  it('is refused for other tenants’ objects and tags, and without the scope', async () => {
    const other = await createTenant(server);
    await other.post('/v1/object-types', { name: 'albums' });
    const { body } = await other.post('/v1/objects/albums', {});
    const linked = { object_type_id: 'albums', object_id: body.data.id };
    expect((await upload(fileForm('x', 'a', linked))).status).toBe(404);
    expect((await upload(fileForm('x', 'a', { tag_ids: 'ftag_a' }), other)).status).toBe(404);
    const reader = await api.withKey(['read', 'write']);
    expect(outcome(await upload(fileForm('x', 'a'), reader))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    // Members beside its fields are refused.
    const sly = { storage_key: '/etc/passwd', status: 'ready', checksum: 'f', version: '7' };
    const answer = await upload(fileForm('x', 'a', sly));
    expect([answer.status, answer.body.error.details.length]).toEqual([400, 4]);
  });

  it('runs once per Idempotency-Key, and not at all in a dry run', async () => {
    const headers = { 'idempotency-key': 'once' };
    const send = (content: string, more: object = {}) =>
      api.send('POST', path, { body: fileForm(content, 'i.txt'), headers, ...more });
    const [first, again] = [await send('same bytes'), await send('same bytes')];
    expect(again.body.data).toEqual(first.body.data);
    expect(outcome(await send('other bytes'))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const before = [await fileRows(), await storedKeys(server, api)];
    const dry = await api.send('POST', `${path}?dry_run=true`, { body: fileForm('dry', 'd') });
    expect(dry.body.dry_run).toBe(true);
    expect([await fileRows(), await storedKeys(server, api)]).toEqual(before);
    const copy = await upload(fileForm('same bytes', 'copy.txt'));
    expect(copy.body.data.storage_key).toBe(first.body.data.storage_key);
  });
});

describe('an invalid upload form', () => {
  const begin = (boundary = 'b') => ({
    Authorization: `Bearer ${api.token}`,
    'Content-Type': `multipart/form-data; boundary=${boundary}`,
  });
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
  const field = (name: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nv\r\n`;
  const post = (type: string, body: string) =>
    api.send('POST', path, { body, headers: { 'content-type': type } });

  it.each([
    ['without a boundary', 'multipart/form-data', part],
    ['without a file', 'multipart/form-data; boundary=b', `${field('folder')}--b--\r\n`],
    ['with 10,000 fields', 'multipart/form-data; boundary=b', fieldsOf(10_000)],
    ['with two files', 'multipart/form-data; boundary=b', `${part}x\r\n${part}y\r\n--b--\r\n`],
    ['that ends in the middle', 'multipart/form-data; boundary=b', `${part}xyz`],
  ])('%s is 400, and leaves nothing', async (_, type, body) => {
    const before = [await fileRows(), await storedKeys(server, api)];
    expect(outcome(await post(type, body))).toEqual([400, 'VALIDATION_ERROR']);
    expect([await fileRows(), await storedKeys(server, api)]).toEqual(before);
  });

  it('inside another form is stored as bytes, not parsed', async () => {
    const inner = `${field('folder')}--c--\r\n`.replaceAll('--b', '--c');
    const body = `${part}${inner}\r\n--b--\r\n`;
    const nested = await post('multipart/form-data; boundary=b', body);
    expect(nested.body.data).toMatchObject({ size_bytes: inner.length, folder: '' });
  });

  it('sent as JSON is refused', async () => {
    const { status } = await api.post(path, { file: 'x' });
    expect(status).toBe(415);
  });

  it('with a wrong length, without an end, or broken off leaves nothing', async () => {
    const before = [await fileRows(), await storedKeys(server, api)];
    const long = await openWire(server);
    long.send(`${head('POST', path, { ...begin(), 'Content-Length': '99000000000' })}\r\n${part}x`);
    expect((await long.answers(1))[0]?.status).toBe(413);

    const endless = await openWire(server);
    endless.send(`${head('POST', path, { ...begin(), 'Transfer-Encoding': 'chunked' })}\r\n`);
    endless.send(`${part.length.toString(16)}\r\n${part}\r\n`);
    const chunk = Buffer.concat([
      Buffer.from(`${mb.toString(16)}\r\n`),
      Buffer.alloc(mb, 'x'),
      Buffer.from('\r\n'),
    ]);
    for (let n = 0; n < 26; n++) endless.send(chunk);
    expect((await endless.answers(1))[0]?.status).toBe(413);

    const cut = await openWire(server);
    cut.send(`${head('POST', path, { ...begin(), 'Content-Length': '1000' })}\r\n${part}x`);
    const during = await until(
      () => storedKeys(server, api),
      (keys) => keys.length > before[1].length,
    );
    expect(during.length).toBe(before[1].length + 1);
    cut.socket.destroy();
    await until(
      () => storedKeys(server, api),
      (keys) => keys.length === before[1].length,
    );
    expect([await fileRows(), await storedKeys(server, api)]).toEqual(before);
  });
});

function fieldsOf(count: number): string {
  const fields = Array.from(
    { length: count },
    (_, n) => `--b\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\nv\r\n`,
  );
  return `${fields.join('')}--b--\r\n`;
}
