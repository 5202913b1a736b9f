import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase();
const tenant = useTenant(server);
let type: DefinedType;

beforeEach(async () => {
  type = await defineType(tenant, {
    code: { data_type: 'string', is_unique: true },
    email: { data_type: 'email', is_unique: true },
    n: { data_type: 'number', is_unique: true },
  });
});
afterAll(async () => {
  expect(await checkIndex(server.db)).toEqual([]);
});

const create = (properties: object) => tenant.post(type.path, { properties });
const createAll = (...items: object[]) =>
  tenant.post(`${type.path}/batch/create`, {
    objects: items.map((properties) => ({ properties })),
  });
const updateAll = (updates: Record<string, object>) =>
  tenant.post(`${type.path}/batch/update`, {
    updates: Object.entries(updates).map(([object_id, properties]) => ({ object_id, properties })),
  });

describe('a unique value', () => {
  it('can be used once: otherwise 409 with the property, the value and its holder', async () => {
    const { body } = await create({ code: 'a' });
    const { status, body: refused } = await create({ code: 'a' });
    expect([status, refused.error]).toEqual([
      409,
      {
        code: 'UNIQUE_VIOLATION',
        message: expect.stringContaining('"a" is already taken'),
        param: 'properties.code',
        details: { property: 'code', value: 'a', existing_id: body.data.id },
      },
    ]);
    const other = await create({ code: 'b' });
    const path = `${type.path}/${other.body.data.id}`;
    expect((await tenant.patch(path, { properties: { code: 'a' } })).status).toBe(409);
    expect((await tenant.patch(path, { properties: { code: 'b' } })).status).toBe(200);
  });

  it('is compared exactly, in its normal form', async () => {
    await createAll({ email: 'a@example.com' }, { n: 1 }, { code: 'A' }, { code: '' }, { n: 0.1 });
    for (const taken of [{ email: 'A@EXAMPLE.com' }, { n: 1.0 }, { code: '' }]) {
      expect((await create(taken)).status).toBe(409);
    }
    for (const free of [{ code: 'a' }, { code: 'A ' }, { code: '1' }, { n: 0.1 + 2 ** -56 }]) {
      expect((await create(free)).status).toBe(201);
    }
  });

  it('may be long: differences after the first 256 characters count', async () => {
    const long = 'é'.repeat(9_000);
    expect((await createAll({ code: `${long}a` }, { code: `${long}b` })).status).toBe(201);
    expect((await create({ code: `${long}a` })).status).toBe(409);
  });

  it('is compared as a whole: another currency, member or kind is another value', async () => {
    const own = await defineType(tenant, {
      price: { data_type: 'currency', is_unique: true },
      place: { data_type: 'object', is_unique: true },
    });
    const send = async (properties: object) => (await tenant.post(own.path, { properties })).status;
    const money = (amount: string, currency: string) => ({ price: { amount, currency } });
    expect(await send(money('5', 'EUR'))).toBe(201);
    expect(await send(money('5', 'USD'))).toBe(201);
    expect(await send({ price: 5 })).toBe(201);
    expect(await send(money('5', 'eur'))).toBe(409);
    expect(await send({ place: { amount: '5', hill: 1 } })).toBe(201);
    expect(await send({ place: { amount: '5', hill: 2 } })).toBe(201);
    expect(await send({ place: { hill: 2, amount: '5' } })).toBe(409);
  });

  it('may be missing in any number of objects', async () => {
    expect((await createAll({}, {}, { code: null })).status).toBe(201);
  });

  it('is unique per tenant and type', async () => {
    await create({ code: 'a' });
    const twin = await defineType(tenant, { code: { data_type: 'string', is_unique: true } });
    expect((await tenant.post(twin.path, { properties: { code: 'a' } })).status).toBe(201);
    const other = await createTenant(server);
    const theirs = await defineType(other, { code: { data_type: 'string', is_unique: true } });
    expect((await other.post(theirs.path, { properties: { code: 'a' } })).status).toBe(201);
  });

  it('is free again when its object changes, goes to the trash or is deleted permanently', async () => {
    const ids: string[] = (await createAll({ code: 'a' }, { code: 'b' }, { code: 'c' })).body.data
      .ids;
    await tenant.patch(`${type.path}/${ids[0]}`, { properties: { code: 'x' } });
    await tenant.delete(`${type.path}/${ids[1]}`);
    await tenant.post(`${type.path}/batch/delete`, { object_ids: [ids[2]], permanent: true });
    expect((await createAll({ code: 'a' }, { code: 'b' }, { code: 'c' })).status).toBe(201);
  });
});

describe('unique values in a batch', () => {
  it('conflict with each other, and then nothing is written', async () => {
    const { status, body } = await createAll({ code: 'a' }, { n: 1 }, { code: 'a' });
    expect([status, body.error.details]).toMatchObject([409, { property: 'code', value: 'a' }]);
    expect((await tenant.get(`${type.path}/list`)).body.data.total).toBe(0);
  });

  it('conflict with existing objects', async () => {
    const { body } = await create({ n: 7 });
    const refused = await createAll({ code: 'a' }, { n: 7 });
    expect(refused.body.error.details.existing_id).toBe(body.data.id);
    const each = await tenant.post(`${type.path}/batch/create?atomic=false`, {
      objects: [{ properties: { n: 7 } }, { properties: { n: 8 } }, { properties: { n: 8 } }],
    });
    expect(each.body.data.results).toMatchObject([
      { success: false, error: { code: 'UNIQUE_VIOLATION', details: { value: 7 } } },
      { success: true },
      { success: false, error: { code: 'UNIQUE_VIOLATION', details: { value: 8 } } },
    ]);
  });

  it('can be swapped and rotated', async () => {
    const { body } = await createAll({ code: 'a', n: 1 }, { code: 'b', n: 2 }, { code: 'c' });
    const [a, b, c]: string[] = body.data.ids;
    const rotated = { [`${a}`]: { code: 'b' }, [`${b}`]: { code: 'c', n: 1 } };
    const moved = await updateAll({ ...rotated, [`${c}`]: { code: 'a', n: 2 } });
    expect([moved.status, moved.body.error]).toEqual([409, expect.anything()]); // n of a is still 1
    const { status } = await updateAll({
      [`${a}`]: { code: 'b', n: null },
      [`${b}`]: { code: 'c', n: 1 },
      [`${c}`]: { code: 'a', n: 2 },
    });
    expect(status).toBe(200);
    const read = await tenant.post(`${type.path}/batch/read`, { object_ids: [a, b, c] });
    expect(read.body.data.map((o: { properties: object }) => o.properties)).toEqual([
      { code: 'b' },
      { code: 'c', n: 1 },
      { code: 'a', n: 2 },
    ]);
  });

  it('are restored from the trash together or not at all', async () => {
    const ids: string[] = (await createAll({ code: 'a' }, { code: 'b' })).body.data.ids;
    await tenant.post(`${type.path}/batch/delete`, { object_ids: ids });
    const holder = await create({ code: 'b' });
    const restore = () => tenant.post(`${type.path}/batch/restore`, { object_ids: ids });
    const { status, body } = await restore();
    expect([status, body.error.details]).toEqual([
      409,
      { property: 'code', value: 'b', existing_id: holder.body.data.id },
    ]);
    expect((await tenant.get(`${type.path}/trash`)).body.data.total).toBe(2);
    await tenant.delete(`${type.path}/${holder.body.data.id}`);
    expect((await restore()).body.data.count).toBe(2);
  });
});
