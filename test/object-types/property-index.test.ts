import { afterEach, describe, expect, it } from 'vitest';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { seedObjects } from '../support/seed-objects.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase();
const tenant = useTenant(server);

afterEach(async () => expect(await checkIndex(server.db)).toEqual([]));

const propertiesOf = (type: DefinedType) => `/v1/object-types/${type.id}/properties`;

async function indexRows(propertyId: string): Promise<number> {
  const { rows } = await server.db.query(
    'select count(*)::int as n from app.object_index where property_id = $1',
    [propertyId],
  );
  return rows[0].n;
}

describe('the index of a property', () => {
  it('is built at once over existing objects, for each of the flags', async () => {
    const type = await defineType(tenant, { a: 'integer', b: 'string', c: 'string' });
    await seedObjects(server.db, type.id, 25, `jsonb_build_object('a', i % 3, 'b', i::text)`);
    for (const [name, flag] of Object.entries({
      a: 'is_indexed',
      b: 'is_unique',
      c: 'is_sortable',
    })) {
      const path = `${propertiesOf(type)}/${type.properties[name]}`;
      const { status, body } = await tenant.patch(path, { [flag]: true });
      expect([status, body.data[flag], body.data.index]).toEqual([
        200,
        true,
        { status: 'ready', done: 25, total: 25, error: null },
      ]);
      expect(await indexRows(type.properties[name] as string)).toBe(25);
    }
  });

  it('is removed with the last flag, and not before', async () => {
    const type = await defineType(tenant, {
      a: { data_type: 'integer', is_indexed: true, is_sortable: true, is_unique: true },
    });
    await seedObjects(server.db, type.id, 10, `jsonb_build_object('a', i)`);
    const id = type.properties.a as string;
    for (const [flag, status, rows] of [
      ['is_unique', 'ready', 10],
      ['is_indexed', 'ready', 10],
      ['is_sortable', 'none', 0],
    ]) {
      const { body } = await tenant.patch(`${propertiesOf(type)}/${id}`, { [`${flag}`]: false });
      expect([body.data.index.status, await indexRows(id)]).toEqual([status, rows]);
      expect(await checkIndex(server.db)).toEqual([]);
    }
  });

  it('is built at once for a new property, over existing values', async () => {
    const type = await defineType(tenant);
    await seedObjects(server.db, type.id, 10, `jsonb_build_object('a', 11 - i)`);
    const { body } = await tenant.post(propertiesOf(type), {
      name: 'a',
      data_type: 'integer',
      is_sortable: true,
    });
    expect(body.data.index).toEqual({ status: 'ready', done: 10, total: 10, error: null });
    const list = await tenant.get(`${type.path}/list?sort=a`);
    expect(
      list.body.data.results.map((o: { properties: { a: number } }) => o.properties.a),
    ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('contains only live objects', async () => {
    const type = await defineType(tenant, { a: 'integer' });
    const ids = await seedObjects(server.db, type.id, 4, `jsonb_build_object('a', i)`);
    await tenant.delete(`${type.path}/${ids[0]}`);
    const path = `${propertiesOf(type)}/${type.properties.a}`;
    const { body } = await tenant.patch(path, { is_indexed: true });
    expect(body.data.index).toEqual({ status: 'ready', done: 3, total: 3, error: null });
    await tenant.delete(`${type.path}/${ids[1]}`);
    expect(await indexRows(type.properties.a as string)).toBe(2);
    await tenant.post(`${type.path}/${ids[0]}/restore`);
    expect(await indexRows(type.properties.a as string)).toBe(3);
  });

  it('is built at once up to exactly 10,000 objects, and in the background beyond', async () => {
    const type = await defineType(tenant, { a: 'integer', b: 'integer' });
    await seedObjects(server.db, type.id, 10_000, `jsonb_build_object('a', i, 'b', i)`);
    const turnOn = async (name: string) =>
      (await tenant.patch(`${propertiesOf(type)}/${type.properties[name]}`, { is_indexed: true }))
        .body.data.index;
    const ready = { status: 'ready', done: 10_000, total: 10_000, error: null };
    expect(await turnOn('a')).toEqual(ready);
    await tenant.post(type.path, {});
    const started = { status: 'building', done: 0, total: 10_001, error: null };
    expect(await turnOn('b')).toEqual(started);
  });
});

describe('setting is_unique on a type with data', () => {
  it('is refused when two objects share a value: 409 names it, and nothing changes', async () => {
    const type = await defineType(tenant, { code: { data_type: 'string', is_indexed: true } });
    const ids = await seedObjects(
      server.db,
      type.id,
      5,
      `jsonb_build_object('code', (array['a', 'b', 'c', 'b', 'd'])[i])`,
    );
    const path = `${propertiesOf(type)}/${type.properties.code}`;
    const before = (await tenant.get(path)).body.data;
    const { status, body } = await tenant.patch(path, { is_unique: true, description: 'x' });
    expect([status, body.error.code]).toEqual([409, 'UNIQUE_VIOLATION']);
    expect(body.error.details).toEqual({
      property: 'code',
      value: 'b',
      existing_id: ids[1],
      count: 2,
    });
    expect((await tenant.get(path)).body.data).toEqual(before);

    const created = await tenant.post(propertiesOf(type), {
      name: 'CODE2',
      data_type: 'string',
      is_unique: true,
    });
    expect(created.status).toBe(201);
    await tenant.patch(`${type.path}/${ids[3]}`, { properties: { code: 'e' } });
    expect((await tenant.patch(path, { is_unique: true })).body.data.is_unique).toBe(true);
  });

  it('ignores missing values, and those in the trash', async () => {
    const type = await defineType(tenant, { code: 'string' });
    const ids = await seedObjects(
      server.db,
      type.id,
      4,
      `case when i > 2 then jsonb_build_object('code', 'a') else '{}' end`,
    );
    await tenant.delete(`${type.path}/${ids[3]}`);
    const path = `${propertiesOf(type)}/${type.properties.code}`;
    expect((await tenant.patch(path, { is_unique: true })).body.data.index.done).toBe(3);
    const restored = await tenant.post(`${type.path}/${ids[3]}/restore`);
    expect([restored.status, restored.body.error.details]).toEqual([
      409,
      { property: 'code', value: 'a', existing_id: ids[2] },
    ]);
  });

  it('finds values whose normal forms are equal', async () => {
    const type = await defineType(tenant);
    await seedObjects(
      server.db,
      type.id,
      2,
      `jsonb_build_object('n', (array['1', '1.0'])[i]::numeric)`,
    );
    const { status, body } = await tenant.post(propertiesOf(type), {
      name: 'n',
      data_type: 'number',
      is_unique: true,
    });
    expect([status, body.error.code, body.error.details.value]).toEqual([
      409,
      'UNIQUE_VIOLATION',
      1,
    ]);
  });
});
