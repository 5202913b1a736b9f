import { beforeAll, describe, expect, it } from 'vitest';
import { createPolicy } from '../policies/support.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { anotherAddress, createUser, signUp } from '../support/users.ts';
import { upload } from './support.ts';
import { pendingFile, uploaded, usedBytes } from './support-lifecycle.ts';

const server = useServer();
const api = useTenant(server);
const other = useTenant(server);
let type: DefinedType;
beforeAll(async () => {
  type = await defineType(api, { name: 'string', n: 'integer' }, { user_access: 'open' });
});

describe('deleting a user with uploaded files', () => {
  it('announces them first, keeps them with the token, and moves them to the trash with force', async () => {
    for (const force of [false, true]) {
      const user = await createUser(api);
      const files = [await uploaded(user.client, 'one'), await uploaded(user.client, 'two')];
      const before = await usedBytes(server, api);
      const slot = await pendingFile(server, api, 1, 50);
      await server.db.query('update app.files set uploaded_by = $2 where id = $1', [
        slot,
        user.user.id,
      ]);
      const path = `/v1/users/${user.user.id}`;
      const { confirm_token, dependencies } = (await api.delete(path)).body.error;
      expect(dependencies).toEqual([{ type: 'file', count: 3, label: '3 files' }]);
      const query = `?force=${force}&confirm_token=${confirm_token}`;
      expect((await api.delete(path + query)).status).toBe(200);
      for (const { id } of files) {
        expect((await api.get(`/v1/files/${id}`)).status).toBe(force ? 404 : 200);
        const { body } = await api.get(`/v1/files/${id}?include_deleted=true`);
        expect(body.data).toMatchObject({ is_deleted: force, uploaded_by: user.user.id });
      }
      // An upload that cannot be continued has no place in the trash.
      expect((await api.get(`/v1/files/${slot}?include_deleted=true`)).status).toBe(
        force ? 404 : 200,
      );
      expect(await usedBytes(server, api)).toBe(before + (force ? 0 : 50));
    }
  });
});

it('merging an anonymous user moves their files to the account, including those in the trash', async () => {
  const existing = await signUp(api);
  const { body } = await api.post('/v1/auth/anonymous', {}, anotherAddress());
  const files = [await uploaded(api, 'kept'), await uploaded(api, 'trashed')];
  await api.delete(`/v1/files/${files[1]?.id}`);
  await server.db.query('update app.files set uploaded_by = $2 where id = any ($1)', [
    files.map(({ id }) => id),
    body.data.user.id,
  ]);
  const merged = await api.as(body.data.access_token).post('/v1/auth/anonymous/link', {
    email: existing.email,
    password: existing.password,
    on_conflict: 'merge',
  });
  expect(merged.status).toBe(200);
  for (const { id } of files) {
    const answer = await api.get(`/v1/files/${id}?include_deleted=true`);
    expect(answer.body.data.uploaded_by).toBe(existing.user.id);
  }
  const { rows } = await server.db.query(
    `select after->>'uploaded_by' as uploaded_by from app.journal
     where type = 'file.updated' and resource_id = $1`,
    [files[0]?.id],
  );
  expect(rows).toEqual([{ uploaded_by: existing.user.id }]);
});

it('the export of a user’s data contains only their files', async () => {
  const [ada, bob] = [await signUp(api), await signUp(api)];
  const [live, old] = [await uploaded(ada.client, 'mine'), await uploaded(ada.client, 'old')];
  await uploaded(bob.client, 'his', { access: 'public' });
  await ada.client.delete(`/v1/files/${old.id}`);
  const { body } = await ada.client.get('/v1/auth/me/export');
  expect(body.error).toBeUndefined();
  expect(body.data.files).toMatchObject([
    { id: live.id, filename: 'file.txt', is_deleted: false },
    { id: old.id, is_deleted: true },
  ]);
});

describe('POST /v1/data/import with file_id', () => {
  const send = (caller: typeof api | ReturnType<typeof api.as>, body: object) =>
    caller.post('/v1/data/import', { object_type_id: type.name, ...body });

  it('imports a stored file in the format of its name', async () => {
    const file = await upload(api, 'name,n\nAda,1\nAlan,2\n', 'people.csv');
    const { status, body } = await send(api, { file_id: file.id });
    expect([status, body.data.created, body.data.format]).toEqual([200, 2, 'csv']);
    const tsv = await upload(api, 'name\tn\nGrace\t3\n', 'people.tsv');
    const again = { 'idempotency-key': 'stored' };
    const first = await api.post(
      '/v1/data/import',
      { object_type_id: type.id, file_id: tsv.id },
      again,
    );
    const second = await api.post(
      '/v1/data/import',
      { object_type_id: type.id, file_id: tsv.id },
      again,
    );
    expect(second.body.data).toEqual(first.body.data);
  });

  it('requires the right to read the file', async () => {
    const file = await upload(api, 'name\nx\n', 'secret.csv');
    const theirs = await upload(other, 'name\nx\n', 'theirs.csv');
    const user = await signUp(api);
    for (const answer of [
      await send(user.client, { file_id: file.id }),
      await send(api, { file_id: theirs.id }),
      await send(api, { file_id: 'file_none' }),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    const own = await upload(user.client, 'name\nx\n', 'own.csv');
    expect((await send(user.client, { file_id: own.id })).body.data.created).toBe(1);
  });

  it('accepts one source of up to 25 MB whose bytes exist', async () => {
    const file = await upload(api, 'name\nx\n', 'one.csv');
    const two = await send(api, { file_id: file.id, data: 'name\ny\n', format: 'csv' });
    expect([two.status, two.body.error.details[0].code]).toEqual([400, 'ambiguous']);
    const form = new FormData();
    form.set('object_type_id', type.name);
    form.set('file_id', file.id);
    form.set('file', new Blob(['name\nz\n']), 'z.csv');
    const both = await api.send('POST', '/v1/data/import', { body: form });
    expect([both.status, both.body.error.details[0].code]).toEqual([400, 'ambiguous']);
    const pending = await pendingFile(server, api, 1);
    expect((await send(api, { file_id: pending })).body.error.code).toBe('INVALID_STATE');
    expect((await send(api, { file_id: '' })).status).toBe(400);
    await server.db.query('update app.files set size_bytes = 26214401 where id = $1', [file.id]);
    expect((await send(api, { file_id: file.id })).status).toBe(413);
  });
});

describe('POST /v1/data/export with files', () => {
  it('lists id, name and URL of each object’s files', async () => {
    const { path, name } = await defineType(api, { n: 'integer' }, { user_access: 'open' });
    const object = (await api.post(path, { properties: { n: 1 } })).body.data;
    await api.post(path, { properties: { n: 2 } });
    const link = { object_type_id: name, object_id: object.id };
    const shown = await upload(api, 'shown', 'shown.txt', { ...link, access: 'public' });
    const hidden = await upload(api, 'hidden', 'hidden.txt', link);
    await api.delete(`/v1/files/${(await upload(api, 'gone', 'gone.txt', link)).id}`);
    const exported = async (caller: typeof api | ReturnType<typeof api.as>, format = 'json') => {
      const body = { object_type_id: name, format, include: ['files'], order: 'asc' };
      const answer = await caller.post('/v1/data/export', body);
      return (await caller.get(answer.body.data.download_url)).body;
    };
    const rowOf = (file: { id: string; filename: string; size_bytes: number }, url: string) => ({
      ...{ id: file.id, filename: file.filename, mime_type: 'text/plain' },
      ...{ size_bytes: file.size_bytes, url },
    });
    const rows = [rowOf(hidden, `/v1/files/${hidden.id}/content`), rowOf(shown, shown.url)];
    expect((await exported(api)).map(({ files }: { files: unknown }) => files)).toEqual([rows, []]);
    expect(await exported(api, 'csv')).toContain('""filename"":""hidden.txt""');
    const user = await signUp(api);
    expect((await exported(user.client))[0].files).toEqual([rows[1]]);
  });

  it('requires a role that may read files, and exports no object that policies hide', async () => {
    const { path, name } = await defineType(api, { n: 'integer' }, { user_access: 'open' });
    const { id } = (await api.post(path, { properties: { n: 1 } })).body.data;
    await upload(api, 'x', 'x.txt', {
      object_type_id: name,
      object_id: id,
      access: 'authenticated',
    });
    await createPolicy(api, { action: 'select', condition_json: { n: 7 } }, name);
    const user = await signUp(api);
    const body = { object_type_id: name, format: 'json', include: ['files'] };
    const { data } = (await user.client.post('/v1/data/export', body)).body;
    expect((await user.client.get(data.download_url)).body).toEqual([]);
    await api.post('/v1/roles', { name: 'narrow', permissions: ['objects:read'] });
    const narrow = await createUser(api, { role: 'narrow' });
    const refused = await narrow.client.post('/v1/data/export', body);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
  });
});
