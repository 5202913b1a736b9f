import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase();
const tenant = useTenant(server);
let type: DefinedType;

beforeAll(async () => {
  type = await defineType(tenant, {
    name: 'string',
    email: { data_type: 'email', is_unique: true },
    age: { data_type: 'integer', is_indexed: true },
  });
});
afterAll(async () => {
  expect(await checkIndex(server.db)).toEqual([]);
});

const create = (properties?: unknown) => tenant.post(type.path, { properties });

describe('creating an object', () => {
  it('answers 201 with the record, version 1 and its ETag', async () => {
    const before = new Date().toISOString();
    const { status, body, headers } = await create({ name: 'Ada', age: 36 });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^obj_[0-9a-f]{32}$/),
      object_type_id: type.id,
      tenant_id: tenant.tenant.id,
      properties: { name: 'Ada', age: 36 },
      created_at: expect.any(String),
      updated_at: body.data.created_at,
      created_by: null,
      version: 1,
      is_deleted: false,
    });
    expect(headers.get('etag')).toBe('"1"');
    expect(body.data.created_at >= before.slice(0, 23)).toBe(true);
    expect(Date.parse(body.data.created_at)).toBeLessThanOrEqual(Date.now());
  });

  it('accepts the type by id or by name, and no body at all', async () => {
    const byId = await tenant.post(`/v1/objects/${type.id}`);
    expect([byId.status, byId.body.data.properties]).toEqual([201, {}]);
    for (const body of [{}, { properties: {} }]) {
      expect((await tenant.post(type.path, body)).body.data.properties).toEqual({});
    }
  });

  it('keeps properties that the type does not define unchanged', async () => {
    const free = {
      '': undefined,
      nested: { a: [1, { b: null }], 'k é 😀': '' },
      list: [],
      yes: true,
      __proto__x: 1,
      constructor: 'c',
      'with space.and.dots': 1,
      Name: 'not name',
    };
    const { body } = await create(free);
    expect(body.data.properties).toEqual(free);
    const raw = '{"properties":{"__proto__":{"polluted":true},"a":{"__proto__":1}}}';
    const headers = { 'content-type': 'application/json' };
    const { body: poisoned } = await tenant.send('POST', type.path, { body: raw, headers });
    expect(JSON.stringify(poisoned.data.properties)).toBe(
      '{"a":{"__proto__":1},"__proto__":{"polluted":true}}',
    );
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('leaves out properties that are null', async () => {
    const { body } = await create({ name: null, free: null, kept: [null] });
    expect(body.data.properties).toEqual({ kept: [null] });
  });

  it('names every invalid property, not only the first', async () => {
    const { status, body } = await create({ email: 'nobody', age: 'old', name: 7 });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.error.details.map((d: { path: string }) => d.path).toSorted()).toEqual([
      'properties.age',
      'properties.email',
      'properties.name',
    ]);
  });

  it.each([[[]], ['x'], [7], [true], [null]])('refuses %j as properties', async (properties) => {
    const { status, body } = await create(properties);
    expect([status, body.error.param]).toEqual([400, 'properties']);
  });

  it('refuses a property name that is empty or longer than 255 characters', async () => {
    expect((await create({ ['k'.repeat(255)]: 1 })).status).toBe(201);
    for (const name of ['', 'k'.repeat(256)]) {
      const { status, body } = await create({ [name]: 1 });
      expect([status, body.error.details[0].code]).toEqual([400, 'invalid_name']);
    }
  });

  it('refuses unknown fields of the body', async () => {
    const forged = {
      id: 'obj_1',
      version: 9,
      is_deleted: true,
      created_at: '2000-01-01T00:00:00Z',
    };
    const { status, body } = await tenant.post(type.path, { ...forged, created_by: 'usr_1' });
    expect([status, body.error.details.length]).toEqual([400, 5]);
  });
});

describe('a strict type', () => {
  it('refuses undefined properties by name, on create, change and in batches', async () => {
    const { path } = await defineType(tenant, { name: 'string' }, { strict: true });
    const made = await tenant.post(path, { properties: { name: 'x' } });
    const object = `${path}/${made.body.data.id}`;
    for (const [at, { status, body }] of Object.entries({
      properties: await tenant.post(path, { properties: { nane: 1, Name: 2 } }),
      'objects[1].properties': await tenant.post(`${path}/batch/create`, {
        objects: [{ properties: { name: 'y' } }, { properties: { nane: 1, Name: 2 } }],
      }),
      'updates[0].properties': await tenant.post(`${path}/batch/update`, {
        updates: [{ object_id: made.body.data.id, properties: { nane: 1, Name: 2 } }],
      }),
    })) {
      expect([status, body.error.code]).toEqual([400, 'UNKNOWN_PROPERTY']);
      const paths = body.error.details.map((d: { path: string }) => d.path);
      expect(paths.toSorted()).toEqual([`${at}.Name`, `${at}.nane`]);
    }
    const { body } = await tenant.patch(object, { properties: { nane: 1 } });
    expect([body.error.code, body.error.param]).toEqual(['UNKNOWN_PROPERTY', 'properties.nane']);
    expect((await tenant.get(`${path}/list`)).body.data.total).toBe(1);
  });

  it('that was made strict later keeps what objects have, and lets it be removed', async () => {
    const { id, name, path } = await defineType(tenant, { name: 'string' });
    const { body } = await tenant.post(path, { properties: { name: 'x', free: 1 } });
    await tenant.patch(`/v1/object-types/${id}`, { name, strict: true });
    const object = `${path}/${body.data.id}`;
    const changed = await tenant.patch(object, { properties: { name: 'y' } });
    expect(changed.body.data.properties).toEqual({ name: 'y', free: 1 });
    expect((await tenant.patch(object, { properties: { free: 2 } })).status).toBe(400);
    const removed = await tenant.patch(object, { properties: { free: null } });
    expect([removed.status, removed.body.data?.properties]).toEqual([200, { name: 'y' }]);
  });
});

describe('changing an object', () => {
  it('merges at the top level, replaces below it, and removes what is null', async () => {
    const { body } = await create({ name: 'Ada', age: 36, deep: { a: 1, b: 2 }, free: true });
    const path = `${type.path}/${body.data.id}`;
    const changed = await tenant.patch(path, {
      properties: { age: 37, deep: { c: null }, free: null, never: null },
    });
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);
    expect(changed.body.data).toEqual({
      ...body.data,
      properties: { name: 'Ada', age: 37, deep: { c: null } },
      version: 2,
      updated_at: changed.body.data.updated_at,
    });
    expect(changed.body.data.updated_at > body.data.updated_at).toBe(true);
    expect((await tenant.get(path)).body.data).toEqual(changed.body.data);
  });

  it('checks only what is sent', async () => {
    const { body } = await create({ name: 'x' });
    const path = `${type.path}/${body.data.id}`;
    const { status, body: refused } = await tenant.patch(path, {
      properties: { age: 1.5, name: 'y' },
    });
    expect([status, refused.error.param]).toEqual([400, 'properties.age']);
    expect((await tenant.get(path)).body.data).toEqual(body.data);
  });

  it('requires properties', async () => {
    const { body } = await create({});
    const path = `${type.path}/${body.data.id}`;
    for (const sent of [undefined, {}, { properties: null }, { properties: [] }]) {
      const { status, body: refused } = await tenant.patch(path, sent);
      expect([status, refused.error.param]).toEqual([400, 'properties']);
    }
  });
});

describe('an unknown object', () => {
  it('is 404, whatever tenant or type it may belong to', async () => {
    const other = await createTenant(server);
    const foreign = await defineType(other, {}, { name: type.name });
    const theirs = (await other.post(foreign.path, {})).body.data.id;
    const elsewhere = await defineType(tenant);
    const mine = (await create({})).body.data.id;
    for (const path of [
      `${type.path}/obj_${'0'.repeat(32)}`,
      `${type.path}/${theirs}`,
      `${elsewhere.path}/${mine}`,
      `${type.path}/nonsense`,
    ]) {
      for (const { status, body } of [
        await tenant.get(path),
        await tenant.get(`${path}?include_deleted=true`),
        await tenant.patch(path, { properties: {} }),
        await tenant.delete(path),
        await tenant.delete(`${path}?force=true`),
        await tenant.post(`${path}/restore`),
        await tenant.get(`${path}/versions`),
        await tenant.post(`${path}/versions/1/restore`),
      ]) {
        expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
        expect(body.error.details).toEqual({ resource: 'object' });
      }
    }
    expect((await other.get(`${foreign.path}/${theirs}`)).body.data.version).toBe(1);
  });
});
