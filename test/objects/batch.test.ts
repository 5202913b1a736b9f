import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase();
const tenant = useTenant(server);
let type: DefinedType;
/** Three live objects with n from 0 to 2. */
let ids: string[];

const missing = `obj_${'0'.repeat(32)}`;
const batch = (name: string, body: object) => tenant.post(`${type.path}/batch/${name}`, body);
const get = async (id: string | undefined) =>
  (await tenant.get(`${type.path}/${id}?include_deleted=true`)).body.data;
const total = async () => (await tenant.get(`${type.path}/list?limit=1`)).body.data.total;

beforeEach(async () => {
  type = await defineType(tenant, { n: { data_type: 'integer', is_indexed: true } });
  const objects = [0, 1, 2].map((n) => ({ properties: { n } }));
  ids = (await batch('create', { objects })).body.data.ids;
});
afterAll(async () => {
  expect(await checkIndex(server.db)).toEqual([]);
});

describe('every batch operation', () => {
  const object_ids = (count: number) => Array.from({ length: count }, (_, i) => `obj_${i}`);
  const bodies: Record<string, (count: number) => object> = {
    create: (count) => ({ objects: Array(count).fill({}) }),
    read: (count) => ({ object_ids: object_ids(count) }),
    update: (count) => ({
      updates: object_ids(count).map((object_id) => ({ object_id, properties: {} })),
    }),
    upsert: (count) => ({
      match_on: 'n',
      objects: Array.from({ length: count }, (_, n) => ({ properties: { n } })),
    }),
    delete: (count) => ({ object_ids: object_ids(count) }),
    restore: (count) => ({ object_ids: object_ids(count) }),
  };

  it.each(Object.entries(bodies))('%s accepts 100 items, not 101 or none', async (name, body) => {
    const taken = await batch(name, body(100));
    expect([200, 201, 404]).toContain(taken.status);
    const { status, body: refused } = await batch(name, body(101));
    expect([status, refused.error.code]).toEqual([400, 'BATCH_TOO_LARGE']);
    for (const sent of [body(0), {}]) {
      const none = await batch(name, sent);
      expect([none.status, none.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
  });
});

describe('batch/create', () => {
  it('answers 201 with the ids in the given order, which is the order of the list', async () => {
    const objects = Array.from({ length: 100 }, (_, n) => ({ properties: { n: n + 3 } }));
    const { status, body } = await batch('create', { objects });
    expect([status, body.data.created, body.data.ids.length]).toEqual([201, 100, 100]);
    const read = await batch('read', { object_ids: body.data.ids });
    expect(read.body.data.map((o: { properties: object }) => o.properties)).toEqual(
      objects.map((o) => o.properties),
    );
    const { results } = (await tenant.get(`${type.path}/list?limit=100`)).body.data;
    expect(results.map((o: { id: string }) => o.id)).toEqual(body.data.ids.toReversed());
    expect(await total()).toBe(103);
  });

  it('creates all or none, and names the item at fault', async () => {
    const objects = [{ properties: { n: 5 } }, {}, { properties: { n: 'six' } }];
    const { status, body } = await batch('create', { objects });
    expect([status, body.error.param]).toEqual([400, 'objects[2].properties.n']);
    for (const item of [null, 7, [], { properties: [] }]) {
      const refused = await batch('create', { objects: [{}, item] });
      expect(refused.status).toBe(400);
      expect(refused.body.error.param).toMatch(/^objects\[1\]/);
    }
    expect(await total()).toBe(3);
  });

  it('with atomic=false creates the valid ones, and reports the outcome of each', async () => {
    const objects = [{ properties: { n: 5 } }, { properties: { n: 'six' } }, {}];
    const { status, body } = await tenant.post(`${type.path}/batch/create?atomic=false`, {
      objects,
    });
    expect(status).toBe(201);
    expect(body.data.results).toEqual([
      { index: 0, success: true, id: expect.stringMatching(/^obj_/), version: 1 },
      {
        index: 1,
        success: false,
        error: {
          code: 'VALIDATION_ERROR',
          message: expect.stringContaining('properties.n'),
          param: 'properties.n',
          details: [expect.objectContaining({ path: 'properties.n' })],
        },
      },
      { index: 2, success: true, id: expect.stringMatching(/^obj_/), version: 1 },
    ]);
    expect((await get(body.data.results[0].id)).properties).toEqual({ n: 5 });
    expect(await total()).toBe(5);
    expect((await tenant.post(`${type.path}/batch/create?atomic=no`, { objects })).status).toBe(
      400,
    );
  });
});

describe('batch/read', () => {
  it('returns live objects once each, in the requested order, and leaves out the rest', async () => {
    await tenant.delete(`${type.path}/${ids[1]}`);
    const object_ids = [ids[2], missing, ids[0], 'nonsense', ids[2], ids[1]];
    const { body } = await batch('read', { object_ids });
    expect(body.data).toEqual([await get(ids[2]), await get(ids[0])]);
  });
});

describe('batch/update', () => {
  const change = (object_id: string | undefined, n: unknown) => ({ object_id, properties: { n } });

  it('merges each object, and answers versions in the given order', async () => {
    const updates = [
      { object_id: ids[2], properties: { n: null, x: 1 } },
      { object_id: ids[0], properties: { x: 2 } },
    ];
    const { status, body } = await batch('update', { updates });
    expect([status, body.data]).toEqual([
      200,
      [
        { object_id: ids[2], version: 2 },
        { object_id: ids[0], version: 2 },
      ],
    ]);
    expect((await get(ids[2])).properties).toEqual({ x: 1 });
    expect((await get(ids[0])).properties).toEqual({ n: 0, x: 2 });
    expect((await get(ids[1])).version).toBe(1);
  });

  it.each<[string, () => object[], number, object]>([
    [
      'an unknown object',
      () => [change(ids[0], 9), change(missing, 9)],
      404,
      {
        code: 'NOT_FOUND',
        details: { resource: 'object', path: 'updates[1]', missing: [missing] },
      },
    ],
    [
      'an invalid value',
      () => [change(ids[1], 9), change(ids[0], 'x')],
      400,
      { param: 'updates[1].properties.n' },
    ],
    [
      'an object twice',
      () => [change(ids[0], 9), change(ids[1], 9), change(ids[0], 8)],
      400,
      { param: 'updates[2].object_id' },
    ],
  ])('changes nothing when it names %s', async (_, updates, expected, error) => {
    const { status, body } = await batch('update', { updates: updates() });
    expect([status, body.error]).toMatchObject([expected, error]);
    expect((await get(ids[0])).version + (await get(ids[1])).version).toBe(2);
  });

  it('does not find objects in the trash', async () => {
    await tenant.delete(`${type.path}/${ids[0]}`);
    const { status } = await batch('update', { updates: [change(ids[0], 9)] });
    expect(status).toBe(404);
  });

  it('with atomic=false updates each separately, one object twice if requested', async () => {
    const updates = [change(ids[0], 7), change(missing, 7), change(ids[0], 8), change(ids[1], 'x')];
    const { body } = await tenant.post(`${type.path}/batch/update?atomic=false`, { updates });
    expect(body.data.results).toMatchObject([
      { index: 0, success: true, id: ids[0], version: 2 },
      { index: 1, success: false, error: { code: 'NOT_FOUND' } },
      { index: 2, success: true, id: ids[0], version: 3 },
      { index: 3, success: false, error: { code: 'VALIDATION_ERROR' } },
    ]);
    expect((await get(ids[0])).properties.n).toBe(8);
  });
});

describe('batch/delete and batch/restore', () => {
  it('move objects to the trash and back, and skip unknown ones', async () => {
    const object_ids = [ids[2], missing, ids[0], ids[2]];
    const deleted = await batch('delete', { object_ids });
    expect([deleted.status, deleted.body.data.count]).toEqual([200, 2]);
    expect(deleted.body.data.deleted.toSorted()).toEqual([ids[0], ids[2]].toSorted());
    expect(await get(ids[0])).toMatchObject({ is_deleted: true, version: 2 });
    expect((await batch('delete', { object_ids })).body.data).toEqual({ deleted: [], count: 0 });
    expect(await total()).toBe(1);

    const restored = await batch('restore', { object_ids: [ids[0], ids[1], missing] });
    expect(restored.body.data).toEqual({ restored: [ids[0]], count: 1 });
    expect(await get(ids[0])).toMatchObject({ is_deleted: false, version: 3 });
    expect(await total()).toBe(2);
  });

  it('with permanent delete them for good, live or in the trash', async () => {
    await tenant.delete(`${type.path}/${ids[0]}`);
    const { body } = await batch('delete', {
      object_ids: [ids[0], ids[1], missing],
      permanent: true,
    });
    expect(body.data.count).toBe(2);
    for (const id of body.data.deleted) expect(await get(id)).toBeUndefined();
    expect((await tenant.get(`${type.path}/trash`)).body.data.total).toBe(0);
    expect(await total()).toBe(1);
  });
});
