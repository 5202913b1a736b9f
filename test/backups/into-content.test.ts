import { beforeAll, expect, it } from 'vitest';
import { contentOf, upload } from '../files/support.ts';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { backupOf, remove, restoredInto } from './scene.ts';

const server = useOwnDatabase({ WORKER: 'on' });
let operator: Client;
beforeAll(() => {
  operator = platformClient(server);
});

const post = async (api: Client, at: string, fields: object) => {
  const { status, body } = await api.post(at, fields);
  expect([at, status < 300, body.error]).toEqual([at, true, undefined]);
  return body.data.id as string;
};

/** A tenant with an object that has a file with a tag, a comment and an answer; and a file in a collection. */
async function tenant() {
  const api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'cases' });
  const object_id = await post(api, '/v1/objects/cases', { properties: { n: 1 } });
  const of = { object_type_id: 'cases', object_id };
  const own = await upload(api, 'bytes of the case', 'case.txt', of);
  const tag = await post(api, '/v1/files/tags', { name: 'sealed' });
  await api.post(`/v1/files/${own.id}/tags`, { tag_ids: [tag] });
  const comment = await post(api, '/v1/comments', { ...of, body: 'first' });
  await api.put(`/v1/comments/${comment}/reactions/+1`);
  await post(api, '/v1/comments', { ...of, body: 'second', parent_id: comment });
  const loose = await upload(api, 'bytes of a brochure', 'brochure.txt');
  const collection = await post(api, '/v1/files/collections', { name: 'Brochures' });
  await api.post(`/v1/files/collections/${collection}/items`, { file_ids: [loose.id] });
  return { api, object_id, own, comment, loose, collection };
}

type Scene = Awaited<ReturnType<typeof tenant>>;

const tables = ['files', 'file_versions', 'file_collection_items', 'comments', 'comment_reactions'];

/** All that a restore has to bring back, without the keys of bytes and what counts changes. */
async function rowsOf(api: TenantClient, names = tables) {
  const found: Record<string, unknown[]> = {};
  for (const table of names) {
    const { rows } = await server.db.query(
      `select to_jsonb(t) - '{storage_key,revision,generation,updated_at}'::text[] as row from app.${table} t
       where tenant_id = $1 order by 1`,
      [api.tenant.id],
    );
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

async function textOf(api: TenantClient, file: { id: string }): Promise<string> {
  const headers = { authorization: `Bearer ${api.token}` };
  return (await fetch(`${api.url}${contentOf(file)}`, { headers })).text();
}

const one = async (text: string, values: unknown[]) =>
  Object.values((await server.db.query(text, values)).rows[0] ?? {})[0];

/** Removes the object, both files and the collection for good, until no bytes are left. */
async function removeAll({ api, object_id, own, loose, collection }: Scene): Promise<void> {
  await remove(api, `/v1/objects/cases/${object_id}`, 'force=true');
  for (const { id } of [own, loose]) await remove(api, `/v1/files/${id}`, 'force=true');
  await remove(api, `/v1/files/collections/${collection}`);
  await until(
    () => one('select count(*)::int from app.blobs where tenant_id = $1', [api.tenant.id]),
    (count) => count === 0,
  );
}

it('comments and files come back with their object, and with bytes that the tenant no longer has', async () => {
  const scene = await tenant();
  const { api, own } = scene;
  const before = await rowsOf(api);
  expect(before.comment_reactions).toHaveLength(1);
  const backup = await backupOf(operator, api.tenant.id);
  await removeAll(scene);

  const first = await restoredInto(operator, backup.id, {
    ...{ mode: 'merge', only: { types: ['cases'] } },
  });
  expect(first).toMatchObject({
    ...{ status: 'completed', error: null },
    report: {
      created: { objects: 1, files: 1, comments: 2 },
      ...{ conflict_count: 0, left_out: [], files: { restored: 1, missing: 0 } },
    },
  });
  expect(await textOf(api, own)).toBe('bytes of the case');
  const of = ['comments', 'comment_reactions'];
  expect(await rowsOf(api, of)).toEqual({
    comments: before.comments,
    comment_reactions: before.comment_reactions,
  });
  const shown = (await api.get(`/v1/files/${own.id}`)).body.data;
  expect(shown.tags.map(({ name }: { name: string }) => name)).toEqual(['sealed']);
});

it('in place, all comments, files, collections and bytes are there as they were, and files made since are in the trash', async () => {
  const scene = await tenant();
  const { api, loose } = scene;
  const before = await rowsOf(api);
  const usedOf = () =>
    one('select bytes from app.storage_usage where tenant_id = $1', [api.tenant.id]);
  const used = await usedOf();
  const backup = await backupOf(operator, api.tenant.id);
  await removeAll(scene);
  const later = await upload(api, 'bytes of today', 'later.txt');

  const second = await restoredInto(operator, backup.id, { mode: 'in_place' });
  expect(second).toMatchObject({
    ...{ status: 'completed', error: null },
    report: {
      ...{ created: { files: 2, file_collections: 1, comments: 2 }, deleted: { files: 1 } },
      ...{ conflict_count: 0, files: { restored: 2, missing: 0 } },
    },
  });
  expect(await textOf(api, loose)).toBe('bytes of a brochure');
  expect((await api.get(`/v1/files/${later.id}`)).status).toBe(404);
  await remove(api, `/v1/files/${later.id}`, 'force=true');
  expect(await rowsOf(api)).toEqual(before);
  expect(await usedOf()).toEqual(used);
});

it('in place, comments and files are as they were: edited ones, trashed ones and those made since', async () => {
  const { api, object_id, own, comment } = await tenant();
  const of = { object_type_id: 'cases', object_id };
  const before = await rowsOf(api, ['comment_reactions', 'file_collection_items']);
  const backup = await backupOf(operator, api.tenant.id);
  await api.patch(`/v1/comments/${comment}`, { body: 'changed' });
  const since = await post(api, '/v1/comments', { ...of, body: 'third' });
  await api.patch(`/v1/files/${own.id}`, { filename: 'other.txt' });
  await remove(api, `/v1/files/${own.id}`);
  const done = await restoredInto(operator, backup.id, { mode: 'in_place' });
  expect(done.report).toMatchObject({
    ...{ created: { files: 1 }, updated: { comments: 1 }, deleted: { comments: 1 } },
    ...{ conflict_count: 0, files: { restored: 0, missing: 0 } },
  });
  expect((await api.get(`/v1/comments/${comment}`)).body.data.body).toBe('first');
  expect((await api.get(`/v1/files/${own.id}`)).body.data.filename).toBe('case.txt');
  expect(
    await one('select is_deleted from app.comments where tenant_id = $1 and id = $2', [
      ...[api.tenant.id, since],
    ]),
  ).toBe(true);
  expect(await rowsOf(api, ['comment_reactions', 'file_collection_items'])).toEqual(before);
});

it('files: false leaves files out', async () => {
  const { api, object_id, own } = await tenant();
  const backup = await backupOf(operator, api.tenant.id);
  await remove(api, `/v1/objects/cases/${object_id}`, 'force=true');
  await remove(api, `/v1/files/${own.id}`, 'force=true');
  const done = await restoredInto(operator, backup.id, {
    ...{ mode: 'merge', only: { types: ['cases'] }, files: false },
  });
  expect(done.report).toMatchObject({ created: { objects: 1, comments: 2 }, conflict_count: 0 });
  expect((await api.get(`/v1/files/${own.id}`)).status).toBe(404);
});
