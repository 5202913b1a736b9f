import { describe, expect, it } from 'vitest';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const tenant = useTenant(server);

const propertyPath = (type: DefinedType, name: string) =>
  `/v1/object-types/${type.id}/properties/${type.properties[name]}`;

describe('default_value', () => {
  it('is used for new objects that do not send the property, in normal form', async () => {
    const type = await defineType(tenant, {
      level: { data_type: 'integer', default_value: 3 },
      contact: { data_type: 'email', default_value: 'INFO@Example.com' },
    });
    const create = async (properties?: object) =>
      (await tenant.post(type.path, { properties })).body.data.properties;
    expect(await create()).toEqual({ level: 3, contact: 'info@example.com' });
    expect(await create({ level: 4, contact: null })).toEqual({ level: 4 });
  });

  it('changes no existing object, and no change fills it in', async () => {
    const type = await defineType(tenant, { level: 'integer' });
    const { body } = await tenant.post(type.path, { properties: { other: 1 } });
    await tenant.patch(propertyPath(type, 'level'), { default_value: 5 });
    const changed = await tenant.patch(`${type.path}/${body.data.id}`, {
      properties: { other: 2 },
    });
    expect(changed.body.data.properties).toEqual({ other: 2 });
  });

  it('must fit the data type, on create and on change', async () => {
    const type = await defineType(tenant, {
      level: { data_type: 'integer', default_value: 1 },
      size: { data_type: 'enum', enum_values: ['S', 'L'], default_value: 'S' },
    });
    const properties = `/v1/object-types/${type.id}/properties`;
    for (const { status, body } of [
      await tenant.post(properties, { name: 'a', data_type: 'integer', default_value: '1' }),
      await tenant.post(properties, { name: 'b', data_type: 'date', default_value: '2026-02-30' }),
      await tenant.patch(propertyPath(type, 'level'), { default_value: 1.5 }),
      await tenant.patch(propertyPath(type, 'size'), { default_value: 'M' }),
      await tenant.patch(propertyPath(type, 'size'), { enum_values: ['M', 'L'] }),
    ]) {
      expect([status, body.error.param]).toEqual([400, 'default_value']);
    }
    expect((await tenant.get(properties)).body.data).toHaveLength(2);
  });
});

describe('is_required', () => {
  it('is enforced on create and on change, with the path', async () => {
    const type = await defineType(tenant, { name: { data_type: 'string', is_required: true } });
    for (const properties of [{}, { name: null }]) {
      const { status, body } = await tenant.post(type.path, { properties });
      expect([status, body.error.details]).toEqual([
        400,
        [{ path: 'properties.name', code: 'required', message: expect.any(String) }],
      ]);
    }
    const { body } = await tenant.post(type.path, { properties: { name: 'x' } });
    const object = `${type.path}/${body.data.id}`;
    const removed = await tenant.patch(object, { properties: { name: null } });
    expect([removed.status, removed.body.error.param]).toEqual([400, 'properties.name']);
    expect((await tenant.patch(object, { properties: { other: 1 } })).status).toBe(200);
  });

  it('is satisfied by a default', async () => {
    const type = await defineType(tenant, {
      name: { data_type: 'string', is_required: true, default_value: 'nobody' },
    });
    expect((await tenant.post(type.path, {})).body.data.properties).toEqual({ name: 'nobody' });
    const { status } = await tenant.post(type.path, { properties: { name: null } });
    expect(status).toBe(400);
  });

  it('set later allows existing objects without a value, until a change sends the property', async () => {
    const type = await defineType(tenant, { name: 'string' });
    const { body } = await tenant.post(type.path, {});
    await tenant.patch(propertyPath(type, 'name'), { is_required: true });
    const object = `${type.path}/${body.data.id}`;
    expect((await tenant.patch(object, { properties: { other: 1 } })).status).toBe(200);
    expect((await tenant.patch(object, { properties: { name: null } })).status).toBe(400);
    expect((await tenant.post(type.path, {})).status).toBe(400);
  });
});

describe('enum_values', () => {
  it.each([
    ['missing for an enum', { data_type: 'enum' }],
    ['empty', { data_type: 'enum', enum_values: [] }],
    ['given for another data type', { data_type: 'string', enum_values: ['a'] }],
    ['repeating a value', { data_type: 'enum', enum_values: ['a', 'b', 'a'] }],
    ['holding an empty text', { data_type: 'enum', enum_values: ['a', ''] }],
    ['holding a number', { data_type: 'enum', enum_values: ['a', 1] }],
    ['a text', { data_type: 'enum', enum_values: 'a' }],
  ])('may not be %s', async (_, settings) => {
    const type = await defineType(tenant);
    const path = `/v1/object-types/${type.id}/properties`;
    const { status, body } = await tenant.post(path, { name: 'size', ...settings });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.error.param).toMatch(/^enum_values/);
  });

  it('is replaced by the full list, in the given order', async () => {
    const type = await defineType(tenant, {
      size: { data_type: 'enum', enum_values: ['S', 'M'] },
    });
    const { body } = await tenant.patch(propertyPath(type, 'size'), {
      enum_values: ['XL', 'M', 'S', 'ß'],
    });
    expect(body.data.enum_values).toEqual(['XL', 'M', 'S', 'ß']);
    const create = (size: unknown) => tenant.post(type.path, { properties: { size } });
    expect((await create('ß')).status).toBe(201);
    for (const size of ['m', 'L', '', 'XL ', 1, ['M']]) {
      const { status, body } = await create(size);
      expect([status, body.error.details[0].code]).toEqual([400, 'invalid_enum']);
      expect(body.error.details[0].message).toContain('XL, M, S, ß');
    }
  });

  it('must keep values that objects use, even in the trash: otherwise 409 with their number', async () => {
    const type = await defineType(tenant, {
      size: { data_type: 'enum', enum_values: ['S', 'M', 'L'] },
    });
    const ids: string[] = [];
    for (const size of ['S', 'S', 'M']) {
      ids.push((await tenant.post(type.path, { properties: { size } })).body.data.id);
    }
    await tenant.delete(`${type.path}/${ids[0]}`);
    const drop = (enum_values: string[]) =>
      tenant.patch(propertyPath(type, 'size'), { enum_values });

    const { status, body } = await drop(['M']);
    expect([status, body.error.code, body.error.details.count]).toEqual([409, 'INVALID_STATE', 2]);
    expect(body.error.details.dropped.toSorted()).toEqual(['L', 'S']);
    expect((await drop(['S', 'M'])).status).toBe(200);

    await tenant.patch(`${type.path}/${ids[1]}`, { properties: { size: 'M' } });
    expect((await drop(['M'])).body.error.details.count).toBe(1);
    const { confirm_token: token } = (await tenant.delete(`${type.path}/trash`)).body.error;
    await tenant.delete(`${type.path}/trash?confirm_token=${token}`);
    expect((await drop(['M'])).body.data.enum_values).toEqual(['M']);
  });

  it('exists only for enums', async () => {
    const type = await defineType(tenant, { name: 'string' });
    const { status, body } = await tenant.patch(propertyPath(type, 'name'), {
      enum_values: ['a'],
    });
    expect([status, body.error.param]).toEqual([400, 'enum_values']);
  });
});
