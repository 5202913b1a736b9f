import { describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { fileForm } from '../support/seed-files.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
const other = useTenant(server);

async function upload(content = 'hello', fields = {}, client = api) {
  const body = fileForm(content, 'hello.txt', fields);
  return (await client.send('POST', '/v1/files/upload', { body })).body.data;
}
const at = (id: string) => `/v1/files/${id}`;
const content = async (id: string): Promise<string> => {
  const headers = { authorization: `Bearer ${api.token}` };
  return (await fetch(`${server.url}${at(id)}/content`, { headers })).text();
};
const used = async (): Promise<number> => (await api.get('/v1/files/stats')).body.data.used_bytes;

/** A slot that nothing has come into. */
const slot = async (size_bytes = 100) =>
  (
    await api.post('/v1/files/upload-url', {
      filename: 'slot.txt',
      mime_type: 'text/plain',
      size_bytes,
    })
  ).body.data;

describe('changing a file by PATCH', () => {
  it('changes what is sent, and keeps the rest and the bytes', async () => {
    const file = await upload('hello', { folder: 'a' });
    const change = { filename: 'é "new".txt', folder: 'photos/2026', meta: { a: [1] } };
    const { status, body, headers } = await api.patch(at(file.id), change);
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    expect(body.data).toEqual({ ...file, ...change, updated_at: expect.any(String) });
    expect(body.data.updated_at > file.updated_at).toBe(true);
    expect((await api.get(at(file.id))).body.data).toEqual(body.data);
    expect((await api.patch(at(file.id), { folder: '', meta: {} })).body.data).toMatchObject({
      folder: '',
      meta: {},
      filename: change.filename,
    });
    expect(await content(file.id)).toBe('hello');
  });

  it('revokes signed URLs when the access changes, as does the trash (F14)', async () => {
    const file = await upload();
    const generation = async () =>
      (await server.db.query('select generation from app.files where id = $1', [file.id])).rows[0]
        .generation;
    await api.patch(at(file.id), { access: 'private', folder: 'b' });
    expect(await generation()).toBe(1);
    const { body } = await api.patch(at(file.id), { access: 'public' });
    expect([await generation(), body.data.url]).toEqual([2, expect.stringContaining(file.id)]);
    await api.post('/v1/files/batch/update', { file_ids: [file.id], access: 'private' });
    await api.post('/v1/files/batch/update', { file_ids: [file.id], access: 'private' });
    expect(await generation()).toBe(3);
    await api.delete(at(file.id));
    await api.post(`${at(file.id)}/restore`);
    expect(await generation()).toBe(4);
  });

  it.each([
    ['folder', '../etc'],
    ['folder', '/a'],
    ['folder', 'a//b'],
    ['folder', 'a/'],
    ['folder', 'a/./b'],
    ['folder', 'a\\b'],
    ['folder', 'a/*'],
    ['folder', 'a\u0007b'],
    ['folder', Array(21).fill('a').join('/')],
    ['folder', 'x'.repeat(101)],
    ['filename', '../../etc/passwd'],
    ['filename', 'a\r\nb'],
    ['filename', 'photo\u202egpj.exe'],
    ['filename', ''],
    ['filename', null],
    ['access', 'everybody'],
    ['meta', [1]],
    ['meta', { a: 'x'.repeat(10_240) }],
    ['object_id', 7],
  ])('refuses %s %j (F01, F02)', async (field, value) => {
    const file = await upload();
    const { status, body } = await api.patch(at(file.id), { [field]: value });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'VALIDATION_ERROR', field]);
    expect((await api.get(at(file.id))).body.data).toEqual(file);
  });

  it('refuses fields that cannot be set', async () => {
    const file = await upload();
    const change = { storage_key: 'x', status: 'pending', size_bytes: 0, uploaded_by: 'usr_1' };
    const { status, body } = await api.patch(at(file.id), change);
    expect([status, body.error.details.length]).toEqual([400, 4]);
    const foreign = await api.patch(at(file.id), { tenant_id: other.tenant.id });
    expect(foreign.status).toBe(403);
    expect((await api.get(at(file.id))).body.data).toEqual(file);
  });

  it('checks the version of its bytes in the body', async () => {
    const file = await upload();
    const stale = await api.patch(at(file.id), { folder: 'c', version: 2 });
    expect([stale.status, stale.body.error.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect((await api.patch(at(file.id), { folder: 'c', version: 1 })).status).toBe(200);
    expect((await api.delete(at(file.id), { version: 2 })).status).toBe(409);
    expect((await api.delete(at(file.id), { version: 1 })).status).toBe(200);
  });

  it('checks If-Match', async () => {
    const file = await upload();
    const change = (etag: string) => api.patch(at(file.id), { folder: 'c' }, { 'if-match': etag });
    expect((await change('"1"')).status).toBe(200);
    const { status, body } = await change('"1"');
    expect([status, body.error.code]).toEqual([412, 'PRECONDITION_FAILED']);
    const deleted = await api.delete(at(file.id), undefined, { 'if-match': '"1"' });
    expect(deleted.status).toBe(412);
  });

  it('is refused without the scope, and without a token', async () => {
    const file = await upload();
    const reader = await api.withKey(['read', 'write']);
    for (const [client, status] of [
      [reader, 403],
      [api.as(undefined), 401],
      [other, 404],
    ] as const) {
      expect((await client.patch(at(file.id), { access: 'public' })).status).toBe(status);
      expect((await client.delete(at(file.id))).status).toBe(status);
    }
    expect((await api.as(undefined).get(at(file.id))).status).toBe(401);
    expect((await (await api.withKey(['files'])).patch(at(file.id), {})).status).toBe(200);
  });
});

describe('deleting a file', () => {
  it('moves it to the trash, and its content and record are 404 from then on', async () => {
    const file = await upload();
    const { status, body } = await api.delete(at(file.id));
    expect([status, body.data]).toEqual([200, { file_id: file.id, deleted: true }]);
    for (const call of [
      api.get(at(file.id)),
      api.get(`${at(file.id)}/content`),
      api.patch(at(file.id), {}),
      api.delete(at(file.id)),
    ])
      expect((await call).status).toBe(404);
    const trashed = (await api.get(`${at(file.id)}?include_deleted=true`)).body.data;
    expect(trashed).toMatchObject({ is_deleted: true, deleted_at: expect.any(String) });

    const restored = await api.post(`${at(file.id)}/restore`);
    expect(restored.body.data).toEqual({ ...file, updated_at: expect.any(String) });
    expect(await content(file.id)).toBe('hello');
    const again = await api.post(`${at(file.id)}/restore`);
    expect([again.status, again.body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect((await other.post(`${at(file.id)}/restore`)).status).toBe(404);
  });

  it('permanently asks first, lists what will be deleted, and returns the quota', async () => {
    const file = await upload('0123456789');
    const before = await used();
    await server.db.query(
      `with tag as (insert into app.file_tags (tenant_id, id, name) values ($1, 'ftag_1', 't'))
       insert into app.file_taggings (tenant_id, file_id, tag_id) values ($1, $2, 'ftag_1')`,
      [api.tenant.id, file.id],
    );
    const { status, body } = await api.delete(`${at(file.id)}?force=true`);
    expect([status, body.error.code]).toEqual([409, 'DEPENDENCY_EXISTS']);
    expect(body.error.dependencies).toEqual([
      { type: 'file', count: 1, label: '1 file' },
      { type: 'version', count: 1, label: '1 version' },
      { type: 'tag', count: 1, label: '1 tag' },
    ]);
    const { confirm_token } = body.error;
    const forced = (client: TenantClient, id: string) =>
      client.delete(`${at(id)}?force=true&confirm_token=${confirm_token}`);
    expect((await forced(api, (await upload()).id)).status).toBe(409);
    expect((await forced(other, file.id)).status).toBe(404);
    expect((await forced(api, file.id)).body.data).toEqual({ file_id: file.id, deleted: true });
    expect((await api.get(`${at(file.id)}?include_deleted=true`)).status).toBe(404);
    expect((await api.post(`${at(file.id)}/restore`)).status).toBe(404);
    expect(await used()).toBe(before - 10 + 5);
    const { rows } = await server.db.query(
      'select unused_since is not null as is_unused from app.blobs where tenant_id = $1 and checksum = $2',
      [api.tenant.id, file.checksum_sha256],
    );
    expect(rows).toEqual([{ is_unused: true }]);
  });

  it('happens once, however many requests come at the same time', async () => {
    const file = await upload();
    const five = <T>(call: () => Promise<T>) => Promise.all(Array.from({ length: 5 }, call));
    const statuses = async (call: () => Promise<{ status: number }>) =>
      (await five(call)).map(({ status }) => status).toSorted();
    expect(await statuses(() => api.delete(at(file.id)))).toEqual([200, 404, 404, 404, 404]);
    const restore = () => api.post(`${at(file.id)}/restore`);
    expect(await statuses(restore)).toEqual([200, 409, 409, 409, 409]);
    const ids = { file_ids: [file.id] };
    const batches = await five(() => api.post('/v1/files/batch/delete', ids));
    expect(batches.map(({ body }) => body.data.count).toSorted()).toEqual([0, 0, 0, 0, 1]);
  });

  it('abandons an upload slot at once, and nothing can be restored', async () => {
    const before = await used();
    const [first, second] = [await slot(), await slot()];
    expect(await used()).toBe(before + 200);
    const deleted = await api.delete(at(first.file_id));
    expect(deleted.body.data).toEqual({ file_id: first.file_id, deleted: true });
    const { body } = await api.post('/v1/files/batch/delete', { file_ids: [second.file_id] });
    expect(body.data).toEqual({ deleted: [second.file_id], count: 1 });
    for (const { file_id, upload_endpoint } of [first, second]) {
      expect((await api.get(`${at(file_id)}?include_deleted=true`)).status).toBe(404);
      const put = await api.as(undefined).send('PUT', upload_endpoint, { body: 'x'.repeat(100) });
      expect(put.status).toBe(404);
    }
    expect(await used()).toBe(before);
  });
});

describe('the trash of files', () => {
  it('lists the last deleted first, page by page, and is emptied in two steps', async () => {
    const tenant = await createTenant(server);
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push((await upload(`${n}`, {}, tenant)).id);
    const order = [2, 0, 4, 1].map((n) => ids[n] as string);
    for (const id of order) await tenant.delete(at(id));
    const found: string[] = [];
    let cursor: string | null = '';
    do {
      const { body } = await tenant.get(`/v1/files/trash?limit=3${cursor && `&cursor=${cursor}`}`);
      expect([body.data.total, body.data.total_relation]).toEqual([4, 'eq']);
      found.push(...body.data.results.map(({ id }: { id: string }) => id));
      cursor = body.data.next_cursor;
    } while (cursor);
    expect(found).toEqual(order.toReversed());

    const { status, body } = await tenant.delete('/v1/files/trash');
    expect([status, body.error.dependencies]).toEqual([
      409,
      [{ type: 'file', count: 4, label: '4 files' }],
    ]);
    const path = `/v1/files/trash?confirm_token=${body.error.confirm_token}`;
    expect((await tenant.delete(path)).body.data).toEqual({ deleted: true, count: 4 });
    expect((await tenant.delete('/v1/files/trash')).body.data).toEqual({ deleted: true, count: 0 });
    expect((await tenant.get(at(ids[3] as string))).status).toBe(200);
    expect((await tenant.get('/v1/files/stats')).body.data).toMatchObject({
      files: 1,
      trash: { files: 0, bytes: 0 },
      used_bytes: 1,
    });
  });
});

describe('a batch of files', () => {
  it('does what it can: ids of others, unknown ids and files in the wrong state are left out (T03)', async () => {
    const [one, two, trashed] = [await upload(), await upload(), await upload()];
    await api.delete(at(trashed.id));
    const theirs = await upload('theirs', {}, other);
    const file_ids = [two.id, theirs.id, 'file_0', trashed.id, one.id, two.id];
    const batch = async (verb: string, fields = {}) =>
      (await api.post(`/v1/files/batch/${verb}`, { file_ids, ...fields })).body.data;

    expect(await batch('read')).toEqual([two, one]);
    expect(await batch('update', { folder: 'x/y' })).toEqual({ updated: 2 });
    expect((await api.get(at(one.id))).body.data).toMatchObject({ folder: 'x/y' });
    const gone = [one.id, two.id].toSorted();
    expect(await batch('delete')).toEqual({ deleted: gone, count: 2 });
    expect(await batch('delete')).toEqual({ deleted: [], count: 0 });
    expect(await batch('restore')).toEqual({
      restored: [...gone, trashed.id].toSorted(),
      count: 3,
    });
    expect((await batch('read')).map(({ id }: { id: string }) => id)).toEqual([
      two.id,
      trashed.id,
      one.id,
    ]);
    expect((await other.get(at(theirs.id))).body.data).toEqual(theirs);
  });

  it.each(['read', 'update', 'delete', 'restore'])(
    'is refused with 101 items, none, or invalid ones: %s',
    async (verb) => {
      const ids = (file_ids: unknown) =>
        api.post(`/v1/files/batch/${verb}`, { file_ids, access: 'private' });
      const { status, body } = await ids(Array.from({ length: 101 }, (_, n) => `file_${n}`));
      expect([status, body.error.code]).toEqual([400, 'BATCH_TOO_LARGE']);
      for (const junk of [[], 'file_0', [7], undefined]) expect((await ids(junk)).status).toBe(400);
    },
  );

  it('is refused without a change, or with an invalid folder', async () => {
    const file_ids = [(await upload()).id];
    for (const fields of [{}, { folder: '../x' }, { access: 'all' }])
      expect((await api.post('/v1/files/batch/update', { file_ids, ...fields })).status).toBe(400);
  });
});
