import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPolicy } from '../policies/support.ts';
import type { Client } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { fileForm } from '../support/seed-files.ts';
import { untilBlocked } from '../support/until-blocked.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { type SignedUp, signUp } from '../support/users.ts';

const server = useServer();
const api = useTenant(server);
const other = useTenant(server);
let ada: SignedUp;
let type: DefinedType;
let object: string;
beforeAll(async () => {
  ada = await signUp(api);
});
beforeEach(async () => {
  type = await defineType(api, { owner: 'string' }, { user_access: 'open' });
  object = (await api.post(type.path, {})).body.data.id;
});

const link = () => ({ object_type_id: type.id, object_id: object });
const none = { object_type_id: null, object_id: null };

async function upload(fields: Record<string, string> = {}, client: Client = api) {
  const body = fileForm('hello', 'hello.txt', fields);
  return (await client.send('POST', '/v1/files/upload', { body })).body.data;
}
const found = async (id: string) =>
  (await api.get(`/v1/files/${id}?include_deleted=true`)).body.data;

/** Both steps of a delete. @returns the first step's error and the second's status */
async function confirmed(path: string, query = 'force=true') {
  const first = await api.delete(`${path}?${query}`);
  const { confirm_token } = first.body.error;
  const second = await api.delete(`${path}?${query}&confirm_token=${confirm_token}`);
  return { ...first.body.error, status: second.status };
}

describe('the link of a file to an object', () => {
  it('is set by id or name of the type, changed and removed', async () => {
    const file = await upload();
    const set = (body: object) => api.patch(`/v1/files/${file.id}`, body);
    expect((await set({ object_type_id: type.name, object_id: object })).body.data).toMatchObject(
      link(),
    );
    expect((await set({ folder: 'a' })).body.data).toMatchObject(link());
    expect((await set(none)).body.data).toMatchObject(none);
    const half = await set({ object_id: object });
    expect([half.status, half.body.error.param]).toEqual([400, 'object_type_id']);
  });

  it('must lead to a live object of the tenant and the type (T05)', async () => {
    const file = await upload();
    const theirType = await defineType(other);
    const theirs = (await other.post(theirType.path, {})).body.data.id;
    const trashed = (await api.post(type.path, {})).body.data.id;
    await api.delete(`${type.path}/${trashed}`);
    for (const wrong of [
      { object_type_id: theirType.id, object_id: theirs },
      { object_type_id: type.id, object_id: theirs },
      { object_type_id: theirType.id, object_id: object },
      { object_type_id: type.id, object_id: trashed },
      { object_type_id: type.id, object_id: 'obj_0' },
    ])
      expect((await api.patch(`/v1/files/${file.id}`, wrong)).status).toBe(404);
    expect(await found(file.id)).toEqual(file);
    expect((await other.patch(`/v1/files/${file.id}`, none)).status).toBe(404);
  });

  it('requires an object that the caller can see and change', async () => {
    const mine = (await api.post(type.path, { properties: { owner: ada.user.id } })).body.data.id;
    const file = await upload({}, ada.client);
    const set = (object_id: string) =>
      ada.client.patch(`/v1/files/${file.id}`, { object_type_id: type.id, object_id });
    const own = { condition_json: { owner: '$auth.user_id' } };
    await createPolicy(api, { action: 'update', ...own }, type.name);
    const denied = await set(object);
    expect([denied.status, denied.body.error.code]).toEqual([403, 'POLICY_DENIED']);
    await createPolicy(api, { action: 'select', ...own }, type.name);
    expect((await set(object)).status).toBe(404);
    expect((await set(mine)).status).toBe(200);
  });
});

describe('a user’s link to an object', () => {
  it.each([
    [['files:write', 'objects:read'], 403],
    [['files:write', 'objects:read', 'objects:write:others'], 403],
    [['files:write', 'objects:write'], 200],
  ])('with the permissions %j answers %i', async (permissions, status) => {
    await defineType(api, {}, { name: 'others' }).catch(() => {});
    const name = permissions.join('-').replaceAll(':', '-');
    await api.post('/v1/roles', { name, permissions });
    const { user } = ada;
    await api.patch(`/v1/users/${user.id}`, { role: name });
    const file = await upload({}, ada.client);
    const answer = await ada.client.patch(`/v1/files/${file.id}`, link());
    await api.patch(`/v1/users/${user.id}`, { role: 'user' });
    expect(answer.status).toBe(status);
  });
});

describe('an object with files', () => {
  it('asks before it is deleted, and its files stay linked in the trash', async () => {
    const [file, gone] = [await upload(link()), await upload(link())];
    await api.delete(`/v1/files/${gone.id}`);
    const path = `${type.path}/${object}`;
    const { dependencies, status } = await confirmed(path, 'force=false');
    expect([dependencies, status]).toEqual([[{ type: 'file', count: 1, label: '1 file' }], 200]);
    expect(await found(file.id)).toEqual(file);
    await api.post(`${path}/restore`);
    expect(await found(file.id)).toEqual(file);
  });

  it('leaves its files in the trash when permanently deleted, private unless they are public', async () => {
    const [shared, open, gone] = [
      await upload({ ...link(), access: 'authenticated' }),
      await upload({ ...link(), access: 'public' }),
      await upload(link()),
    ];
    await api.delete(`/v1/files/${gone.id}`);
    const { dependencies, status } = await confirmed(`${type.path}/${object}`);
    const one = { type: 'object', count: 1, label: '1 object' };
    const files = { type: 'file', count: 2, label: '2 files' };
    expect([dependencies, status]).toEqual([[one, files], 200]);
    const left = { ...none, is_deleted: true };
    expect(await found(shared.id)).toMatchObject({ ...left, access: 'private' });
    expect(await found(open.id)).toMatchObject({ ...left, access: 'public' });
    expect(await found(gone.id)).toMatchObject({ ...left, access: 'private' });
    expect((await ada.client.get(`/v1/files/${shared.id}?include_deleted=true`)).status).toBe(404);
    const restored = await api.post(`/v1/files/${shared.id}/restore`);
    expect(restored.body.data).toMatchObject({ ...none, is_deleted: false });
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'a batch',
      () => api.post(`${type.path}/batch/delete`, { object_ids: [object], permanent: true }),
    ],
    [
      'the emptied trash',
      async () => {
        await api.post(`${type.path}/batch/delete`, { object_ids: [object] });
        await confirmed(`${type.path}/trash`);
      },
    ],
    [
      'its retention',
      async () => {
        await api.post(`${type.path}/batch/delete`, { object_ids: [object] });
        await api.patch('/v1/governance', { trash_retention_days: 7 });
        await server.db.query(`update app.objects set updated_at = '2020-01-01' where id = $1`, [
          object,
        ]);
        await server.db.query('select worker.trash_retire($1, 10)', [api.tenant.id]);
      },
    ],
    ['its type', () => confirmed(`/v1/object-types/${type.id}`)],
    [
      'what it cascades from',
      async () => {
        const top = (await api.post(type.path, {})).body.data.id;
        const name = `part-of-${type.name}`;
        await api.post('/v1/association-types', { name, on_delete: 'cascade' });
        const ends = `${object}/associations/${name}/${type.name}/${top}`;
        await api.put(`${type.path}/${ends}`, {});
        const { dependencies } = await confirmed(`${type.path}/${top}`);
        expect(dependencies).toContainEqual({ type: 'file', count: 2, label: '2 files' });
      },
    ],
  ])('permanently deleted by %s leaves its files in the trash', async (_, remove) => {
    const file = await upload(link());
    const declared = { filename: 'slot.txt', mime_type: 'text/plain', size_bytes: 1, ...link() };
    const slot = (await api.post('/v1/files/upload-url', declared)).body.data;
    await remove();
    expect((await api.get(`${type.path}/${object}?include_deleted=true`)).status).toBe(404);
    expect(await found(file.id)).toMatchObject({ ...none, is_deleted: true });
    expect(await found(slot.file_id)).toBeUndefined();
  });

  it('shows them in a search that includes files: newest first, those that the caller sees', async () => {
    const [first, second, gone] = [
      await upload(link()),
      await upload({ ...link(), access: 'authenticated' }),
      await upload(link()),
    ];
    await api.delete(`/v1/files/${gone.id}`);
    const bare = (await api.post(type.path, {})).body.data.id;
    const search = (client: Client, include: string[]) =>
      client.post(`${type.path}/search`, { include, sort: 'created_at' });
    const { body } = await search(api, ['files', 'associations']);
    expect(body.data.results).toMatchObject([
      { id: object, associations: [], files: [second, first] },
      { id: bare, associations: [], files: [] },
    ]);
    const { body: hers } = await search(ada.client, ['files']);
    expect(hers.data.results).toMatchObject([{ files: [second] }, { files: [] }]);
    expect(hers.data.results[0]).not.toHaveProperty('associations');
    expect((await search(api, ['secrets'])).status).toBe(400);

    const stranger = (await api.as(undefined).post(`/v1/auth/anonymous?tenant_id=${api.tenant.id}`))
      .body.data.access_token;
    const refused = await search(api.as(stranger), ['files']);
    expect([refused.status, refused.body.error.details]).toEqual([403, { required: 'files:read' }]);
  });
});

it('a file linked while its object is deleted goes with it, or is refused', async () => {
  const file = await upload();
  const db = await server.db.connect();
  await db.query('begin');
  await db.query('select from app.objects where tenant_id = $1 and id = $2 for update', [
    api.tenant.id,
    object,
  ]);
  const linking = api.patch(`/v1/files/${file.id}`, link());
  await untilBlocked(server.db, db);
  const removing = api.post(`${type.path}/batch/delete`, { object_ids: [object], permanent: true });
  await db.query('commit');
  db.release();
  const [linked, removed] = [await linking, await removing];
  expect(removed.body.data.count).toBe(1);
  expect([200, 404, 409]).toContain(linked.status);
  expect(await found(file.id)).toMatchObject({ ...none, is_deleted: linked.status === 200 });
});
