import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineProperty, defineType } from '../support/define-type.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase();
const tenant = useTenant(server);
let type: DefinedType;
let base: string;

beforeAll(async () => {
  type = await defineType(tenant);
  base = `/v1/object-types/${type.name}/properties`;
});
afterAll(async () => {
  expect(await checkIndex(server.db)).toEqual([]);
});

describe('a property', () => {
  it('is created with defaults, and read by its id', async () => {
    const { status, body } = await tenant.post(base, { name: 'title', data_type: 'string' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      object_type_id: type.id,
      name: 'title',
      data_type: 'string',
      is_indexed: false,
      is_sortable: false,
      is_unique: false,
      is_required: false,
      default_value: null,
      enum_values: null,
      description: null,
      index: { status: 'none', done: 0, total: 0, error: null },
    });
    expect(body.data.id).toMatch(/^prop_[0-9a-f]{32}$/);
    expect((await tenant.get(`${base}/${body.data.id}`)).body.data).toEqual(body.data);
    const byTypeId = `/v1/object-types/${type.id}/properties/${body.data.id}`;
    expect((await tenant.get(byTypeId)).body.data).toEqual(body.data);
  });

  it('is listed newest first, with the number in X-Total-Count', async () => {
    const { name } = await defineType(tenant, { z: 'string', a: 'number', m: 'json' });
    const { body, headers } = await tenant.get(`/v1/object-types/${name}/properties`);
    expect(body.data.map((p: { name: string }) => p.name)).toEqual(['m', 'a', 'z']);
    expect(headers.get('x-total-count')).toBe('3');
  });

  it.each(['a', '_', 'First-Name', 'price_2', 'constructor', '__proto__', 'x'.repeat(63)])(
    'may be called %s',
    async (name) => {
      const id = await defineProperty(tenant, type, name, 'string');
      expect((await tenant.get(`${base}/${id}`)).body.data.name).toBe(name);
      const sent = `{"properties":${JSON.stringify({ [name]: 'x' })}}`;
      const headers = { 'content-type': 'application/json' };
      const created = await tenant.send('POST', type.path, { body: sent, headers });
      expect(Object.entries(created.body.data.properties)).toEqual([[name, 'x']]);
    },
  );

  it.each<[string, string]>([
    ['empty', ''],
    ['beginning with a digit', '1st'],
    ['beginning with a hyphen', '-a'],
    ['with a dot', 'a.b'],
    ['with a space', 'a b'],
    ['with a line break', 'a\n'],
    ['with an accent', 'größe'],
    ['with a quote', "a'"],
    ['longer than 63', 'x'.repeat(64)],
    ...[
      'id',
      'object_type_id',
      'tenant_id',
      'properties',
      'created_at',
      'updated_at',
      'created_by',
      'version',
      'is_deleted',
      'ID',
      'Created_At',
    ].map((field): [string, string] => [`the system field ${field}`, field]),
  ])('may not have a name that is %s', async (_, name) => {
    const { status, body } = await tenant.post(base, { name, data_type: 'string' });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'VALIDATION_ERROR', 'name']);
  });

  it('has a unique name, regardless of case', async () => {
    await defineProperty(tenant, type, 'Colour', 'string');
    for (const name of ['Colour', 'colour', 'COLOUR']) {
      const { status, body } = await tenant.post(base, { name, data_type: 'number' });
      expect([status, body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    }
    const other = await defineType(tenant, { colour: 'string' });
    expect(Object.keys(other.properties)).toEqual(['colour']);
  });

  it.each(['STRING', 'int', 'uuid', '', null, 7, ['string']])(
    'may not have the data type %j',
    async (data_type) => {
      const { status, body } = await tenant.post(base, { name: 'typed', data_type });
      expect([status, body.error.param]).toEqual([400, 'data_type']);
    },
  );

  it('keeps its name and data type forever', async () => {
    const id = await defineProperty(tenant, type, 'fixed', 'string');
    for (const [field, value] of [
      ['name', 'loose'],
      ['name', 'Fixed'],
      ['data_type', 'number'],
      ['data_type', 'nonsense'],
    ]) {
      const { status, body } = await tenant.patch(`${base}/${id}`, { [`${field}`]: value });
      expect([status, body.error.code, body.error.param]).toEqual([400, 'IMMUTABLE_FIELD', field]);
    }
    const same = { name: 'fixed', data_type: 'string', description: 'as it was' };
    const { status, body } = await tenant.patch(`${base}/${id}`, same);
    expect([status, body.data.description]).toEqual([200, 'as it was']);
  });

  it('changes only what is sent', async () => {
    const id = await defineProperty(tenant, type, 'changing', {
      data_type: 'integer',
      description: 'How many',
      default_value: 3,
      is_required: true,
    });
    const before = (await tenant.get(`${base}/${id}`)).body.data;
    const changed = (await tenant.patch(`${base}/${id}`, { default_value: 4 })).body.data;
    expect(changed).toEqual({ ...before, default_value: 4, updated_at: changed.updated_at });
    expect(changed.updated_at > before.updated_at).toBe(true);
    const cleared = await tenant.patch(`${base}/${id}`, {
      default_value: null,
      description: null,
      is_required: false,
    });
    expect(cleared.body.data).toMatchObject({
      default_value: null,
      description: null,
      is_required: false,
    });
  });

  it('is 404 by name, in another type, and once it is deleted', async () => {
    const other = await defineType(tenant, { mine: 'string' });
    const id = other.properties.mine as string;
    const paths = [`${base}/${id}`, `/v1/object-types/${other.name}/properties/mine`];
    for (const path of paths) {
      for (const { status, body } of [
        await tenant.get(path),
        await tenant.patch(path, { is_indexed: true }),
        await tenant.delete(path),
      ]) {
        expect([status, body.error.details]).toEqual([404, { resource: 'property' }]);
      }
    }
    const path = `/v1/object-types/${other.name}/properties/${id}`;
    expect((await tenant.delete(path)).body.data).toEqual({ id, deleted: true });
    expect((await tenant.delete(path)).status).toBe(404);
  });
});

describe('deleting a property', () => {
  it('leaves the values of objects unchanged, as untyped values', async () => {
    const { path, ...made } = await defineType(tenant, {
      age: { data_type: 'integer', is_indexed: true, is_required: true },
    });
    const { body } = await tenant.post(path, { properties: { age: 7 } });
    await tenant.delete(`/v1/object-types/${made.id}/properties/${made.properties.age}`);
    const object = `${path}/${body.data.id}`;
    expect((await tenant.get(object)).body.data.properties).toEqual({ age: 7 });
    const untyped = await tenant.patch(object, { properties: { age: ['seven'] } });
    expect(untyped.body.data.properties).toEqual({ age: ['seven'] });
    expect((await tenant.post(path, {})).status).toBe(201);
    expect(await checkIndex(server.db)).toEqual([]);
  });

  it('frees its name for a property of another type, over the existing values', async () => {
    const made = await defineType(tenant, { code: { data_type: 'integer', is_unique: true } });
    for (const code of [1, 2]) await tenant.post(made.path, { properties: { code } });
    await tenant.delete(`/v1/object-types/${made.id}/properties/${made.properties.code}`);
    await tenant.post(made.path, { properties: { code: 'b' } });
    await defineProperty(tenant, made, 'Code', 'string');
    await defineProperty(tenant, made, 'code2', 'string');
    const again = await tenant.post(`/v1/object-types/${made.id}/properties`, {
      name: 'code',
      data_type: 'slug',
    });
    expect(again.status).toBe(409);
    expect((await tenant.get(`${made.path}/list`)).body.data.total).toBe(3);
  });
});
