import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import {
  associate,
  associationPath,
  confirmedDelete,
  createObject,
  type End,
  othersOf,
} from './support.ts';

const types = '/v1/association-types';

const server = useOwnDatabase({ LOG_LEVEL: 'error' });
let tenant: TenantClient;
let folders: DefinedType;
let files: DefinedType;
beforeEach(async () => {
  tenant = await createTenant(server);
  folders = await defineType(tenant, {}, { name: 'folders' });
  files = await defineType(
    tenant,
    { code: { data_type: 'string', is_unique: true } },
    { name: 'files' },
  );
});
afterAll(async () => {
  expect(await checkIndex(server.db)).toEqual([]);
  expect(server.logLines).toEqual([]);
});

const folder = async (): Promise<End> => [folders, await createObject(tenant, folders)];
const file = async (properties = {}): Promise<End> => [
  files,
  await createObject(tenant, files, properties),
];
const pathOf = ([type, id]: End) => `${type.path}/${id}`;
const restore = (end: End) => tenant.post(`${pathOf(end)}/restore`);
const isLive = async (end: End) => (await tenant.get(pathOf(end))).status === 200;
const areLive = (...ends: End[]) => Promise.all(ends.map(isLive));

describe('on_delete cascade', () => {
  beforeEach(async () => {
    await tenant.post(types, { name: 'in', on_delete: 'cascade' });
  });

  /** root ← sub ← leaf, and root ← other. */
  async function tree() {
    const [root, sub, leaf, other] = [await folder(), await folder(), await file(), await file()];
    await associate(tenant, sub, 'in', root);
    await associate(tenant, leaf, 'in', sub);
    await associate(tenant, other, 'in', root);
    return { root, sub, leaf, other };
  }

  it('deletes what points to the object, and what points to that', async () => {
    const { root, sub, leaf, other } = await tree();
    const { dependencies, second } = await confirmedDelete(tenant, pathOf(root));
    expect(dependencies).toEqual([
      { type: 'object', count: 3, label: '3 objects' },
      { type: 'association', count: 3, label: '3 associations' },
    ]);
    expect(second.status).toBe(200);
    expect(await areLive(root, sub, leaf, other)).toEqual([false, false, false, false]);
    const { rows } = await server.db.query(
      `select resource_id from app.journal where type = 'object.deleted' and app.tx_number(xid, call) = (
         select tx_id from app.objects where id = $1)`,
      [leaf[1]],
    );
    expect(rows.map(({ resource_id }) => resource_id).toSorted()).toEqual(
      [root, sub, leaf, other].map(([, id]) => id).toSorted(),
    );
    for (const type of [folders, files])
      expect((await tenant.get(`${type.path}/list`)).body.data.total).toBe(0);
  });

  it('does not delete what the object itself points to', async () => {
    const { root, sub, leaf, other } = await tree();
    expect((await confirmedDelete(tenant, pathOf(sub))).second.status).toBe(200);
    expect(await areLive(root, sub, leaf, other)).toEqual([true, false, false, true]);
    expect(await othersOf(tenant, root)).toEqual([other[1]]);
  });

  it('restores exactly what the same delete removed', async () => {
    const { root, sub, leaf, other } = await tree();
    await confirmedDelete(tenant, pathOf(other));
    await confirmedDelete(tenant, pathOf(root));
    expect((await restore(root)).status).toBe(200);
    expect(await areLive(root, sub, leaf, other)).toEqual([true, true, true, false]);
    expect(await othersOf(tenant, sub)).toEqual([leaf[1], root[1]]);
    await restore(other);
    expect(await othersOf(tenant, root)).toEqual([other[1], sub[1]]);
  });

  it('lets a part be restored by itself, and joins it when the rest follows', async () => {
    const { root, sub, leaf } = await tree();
    await confirmedDelete(tenant, pathOf(root));
    await restore(leaf);
    expect(await areLive(root, sub, leaf)).toEqual([false, false, true]);
    await restore(root);
    expect(await areLive(root, sub, leaf)).toEqual([true, true, true]);
    expect(await othersOf(tenant, leaf)).toEqual([sub[1]]);
  });

  it('restores nothing when a part cannot be restored', async () => {
    const [root, leaf] = [await folder(), await file({ code: 'a' })];
    await associate(tenant, leaf, 'in', root);
    await confirmedDelete(tenant, pathOf(root));
    await file({ code: 'a' });
    const { status, body } = await restore(root);
    expect([status, body.error.code]).toEqual([409, 'UNIQUE_VIOLATION']);
    expect(await areLive(root, leaf)).toEqual([false, false]);
  });

  it('follows circles only once', async () => {
    const [a, b, c] = [await folder(), await folder(), await folder()];
    await associate(tenant, a, 'in', b);
    await associate(tenant, b, 'in', c);
    await associate(tenant, c, 'in', a);
    expect((await confirmedDelete(tenant, pathOf(a))).second.status).toBe(200);
    expect(await areLive(a, b, c)).toEqual([false, false, false]);
    await restore(b);
    expect(await areLive(a, b, c)).toEqual([true, true, true]);
  });

  it('permanently deletes what is live, and leaves what is in the trash', async () => {
    const { root, sub, leaf, other } = await tree();
    await confirmedDelete(tenant, pathOf(other));
    const { dependencies } = await confirmedDelete(tenant, pathOf(root), true);
    expect(dependencies).toEqual([
      { type: 'object', count: 3, label: '3 objects' },
      { type: 'association', count: 3, label: '3 associations' },
    ]);
    for (const end of [root, sub, leaf])
      expect((await tenant.get(`${pathOf(end)}?include_deleted=true`)).status).toBe(404);
    expect((await restore(other)).status).toBe(200);
    const { rows } = await server.db.query('select from app.associations where tenant_id = $1', [
      tenant.tenant.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('applies to batches, and to types created later', async () => {
    const later = await defineType(tenant, {}, { name: 'later' });
    const [one, two]: End[] = [
      [later, await createObject(tenant, later)],
      [later, await createObject(tenant, later)],
    ];
    const [leaf, other] = [await file(), await file()];
    await associate(tenant, leaf, 'in', one as End);
    await associate(tenant, other, 'in', two as End);
    const object_ids = [(one as End)[1], (two as End)[1]];
    await tenant.post(`${later.path}/batch/delete`, { object_ids });
    expect(await areLive(leaf, other)).toEqual([false, false]);
    await tenant.post(`${later.path}/batch/restore`, { object_ids });
    expect(await areLive(leaf, other)).toEqual([true, true]);
    await tenant.post(`${later.path}/batch/delete`, { object_ids, permanent: true });
    expect((await tenant.get(`${files.path}/trash`)).body.data.total).toBe(0);
    expect(await areLive(leaf, other)).toEqual([false, false]);
  });

  it('stops at 1,000 other objects', async () => {
    const root = await folder();
    const add = async (count: number) => {
      for (let done = 0; done < count; done += 100) {
        const objects = Array(Math.min(100, count - done)).fill({});
        const { body } = await tenant.post(`${files.path}/batch/create`, { objects });
        await server.db.query(
          `insert into app.associations
             (tenant_id, id, association_type, from_type_id, from_id, to_type_id, to_id)
           select $1, app.new_id('asc'), 'in', $2, unnest($3::text[]), $4, $5`,
          [tenant.tenant.id, files.id, body.data.ids, folders.id, root[1]],
        );
      }
    };
    await add(1001);
    for (const call of [
      tenant.delete(pathOf(root)),
      tenant.post(`${folders.path}/batch/delete`, { object_ids: [root[1]] }),
    ]) {
      const { status, body } = await call;
      expect([status, body.error.code, body.error.details.max]).toEqual([
        409,
        'INVALID_STATE',
        1000,
      ]);
    }
    const [last] = await othersOf(tenant, root);
    await confirmedDelete(tenant, `${files.path}/${last}`);
    expect((await confirmedDelete(tenant, pathOf(root))).second.status).toBe(200);
    expect((await tenant.get(`${files.path}/trash`)).body.data.total).toBe(1001);
  });
});

describe('on_delete restrict', () => {
  beforeEach(async () => {
    await tenant.post(types, { name: 'needs', on_delete: 'restrict' });
  });

  it('refuses to delete an object that others point to, in every way', async () => {
    const [root, leaf] = [await folder(), await file()];
    const { id } = await associate(tenant, leaf, 'needs', root);
    for (const call of [
      tenant.delete(pathOf(root)),
      tenant.delete(`${pathOf(root)}?force=true`),
      tenant.post(`${folders.path}/batch/delete`, { object_ids: [root[1]] }),
      tenant.post(`${folders.path}/batch/delete`, { object_ids: [root[1]], permanent: true }),
    ]) {
      const { status, body } = await call;
      expect([status, body.error.code]).toEqual([409, 'INVALID_STATE']);
      expect(body.error.details).toEqual({
        association_type: 'needs',
        association_id: id,
        object_id: leaf[1],
      });
    }
    expect(await isLive(root)).toBe(true);
    expect((await confirmedDelete(tenant, pathOf(leaf))).second.status).toBe(200);
    expect((await tenant.delete(pathOf(root))).status).toBe(200);
  });

  it('allows a delete that also removes the other object', async () => {
    await tenant.post(types, { name: 'in', on_delete: 'cascade' });
    const [root, leaf, third] = [await folder(), await file(), await file()];
    await associate(tenant, leaf, 'needs', root);
    await associate(tenant, leaf, 'in', root);
    await associate(tenant, third, 'needs', leaf);
    expect((await tenant.delete(pathOf(root))).body.error.code).toBe('INVALID_STATE');
    await tenant.delete(associationPath(third, 'needs', leaf));
    expect((await confirmedDelete(tenant, pathOf(root))).second.status).toBe(200);
    expect(await areLive(root, leaf, third)).toEqual([false, false, true]);
    const [a, b] = [await file(), await file()];
    await associate(tenant, a, 'needs', b);
    const object_ids = [a[1], b[1]];
    expect((await tenant.post(`${files.path}/batch/delete`, { object_ids })).status).toBe(200);
  });
});
