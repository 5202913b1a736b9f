import { describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const tenant = useTenant(server);

let numbered = 0;
const create = (body: object) => tenant.post('/v1/object-types', body);

describe('an object type', () => {
  it('is created, and read by id and by name', async () => {
    const created = await create({ name: 'contacts', display_name: 'Contacts' });
    expect(created.status).toBe(201);
    const type = created.body.data;
    expect(type).toMatchObject({
      tenant_id: tenant.tenant.id,
      name: 'contacts',
      display_name: 'Contacts',
      strict: false,
    });
    expect(type.id).toMatch(/^ot_[0-9a-f]{32}$/);
    for (const reference of [type.id, 'contacts']) {
      const { status, body } = await tenant.get(`/v1/object-types/${reference}`);
      expect([status, body.data]).toEqual([200, type]);
    }
  });

  it('is listed newest first, with the number in X-Total-Count', async () => {
    const other = await createTenant(server);
    for (const name of ['a', 'b', 'c']) await other.post('/v1/object-types', { name });
    const { body, headers } = await other.get('/v1/object-types');
    expect(body.data.map((type: { name: string }) => type.name)).toEqual(['c', 'b', 'a']);
    expect(headers.get('x-total-count')).toBe('3');
  });

  it('can be renamed, and is then found only by the new name', async () => {
    const { data: type } = (await create({ name: 'people', display_name: 'People' })).body;
    const renamed = await tenant.patch('/v1/object-types/people', { name: 'persons' });
    expect(renamed.status).toBe(200);
    expect(renamed.body.data).toMatchObject({
      id: type.id,
      name: 'persons',
      display_name: 'People',
    });
    expect(renamed.body.data.updated_at > type.updated_at).toBe(true);
    expect((await tenant.get('/v1/object-types/persons')).body.data).toEqual(renamed.body.data);
    expect((await tenant.get('/v1/object-types/people')).status).toBe(404);
  });

  it('changes display_name and strict, and keeps what is not sent', async () => {
    await create({ name: 'settings', display_name: 'One', strict: true });
    const patch = (body: object) =>
      tenant.patch('/v1/object-types/settings', { name: 'settings', ...body });
    expect((await patch({})).body.data).toMatchObject({ display_name: 'One', strict: true });
    expect((await patch({ display_name: null })).body.data).toMatchObject({
      display_name: null,
      strict: true,
    });
    expect((await patch({ strict: false })).body.data.strict).toBe(false);
  });

  it.each<[string, object]>([
    ['display_name', { display_name: 'Two' }],
    ['display_name', { display_name: null }],
    ['strict', { strict: true }],
    ['user_access', { user_access: 'open' }],
    ['name', { name: 'nameless-two' }],
  ])('changes %s alone: %j', async (_, change) => {
    const { id } = (await create({ name: `nameless-${++numbered}`, display_name: 'One' })).body
      .data;
    const { status, body } = await tenant.patch(`/v1/object-types/${id}`, change);
    expect([status, body.data]).toMatchObject([200, { id, ...change }]);
    await tenant.delete(`/v1/object-types/${id}`);
  });

  it('requires a field that it has when it is changed', async () => {
    await create({ name: 'fieldless' });
    for (const nothing of [{}, { tenant_id: tenant.tenant.id }]) {
      const { status, body } = await tenant.patch('/v1/object-types/fieldless', nothing);
      expect([status, body.error.code, body.error.param]).toEqual([
        400,
        'VALIDATION_ERROR',
        'name',
      ]);
    }
    const unknown = await tenant.patch('/v1/object-types/fieldless', { displayname: 'x' });
    expect([
      unknown.status,
      unknown.body.error.details.map(({ path }: { path: string }) => path),
    ]).toEqual([400, expect.arrayContaining(['displayname'])]);
  });

  it('that is changed to what it is keeps its ETag and makes no event', async () => {
    const whole = { name: 'same', display_name: 'Same', strict: true, user_access: 'open' };
    const before = await create(whole);
    const events = async () =>
      (await tenant.get(`/v1/audit-logs?resource_id=${before.body.data.id}`)).body.data.logs.length;
    for (const same of [whole, { strict: true }, { display_name: 'Same' }]) {
      const after = await tenant.patch('/v1/object-types/same', same);
      expect([after.status, after.body.data]).toEqual([200, before.body.data]);
      expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    }
    expect(await events()).toBe(1);
    await tenant.patch('/v1/object-types/same', { strict: false });
    expect(await events()).toBe(2);
  });

  it('has a unique name: 409 on create and on rename', async () => {
    await create({ name: 'first' });
    await create({ name: 'second' });
    for (const { status, body } of [
      await create({ name: 'first' }),
      await tenant.patch('/v1/object-types/second', { name: 'first' }),
    ]) {
      expect([status, body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
      expect(body.error.details).toEqual({ field: 'name', value: 'first' });
    }
    const itself = await tenant.patch('/v1/object-types/first', { name: 'first' });
    expect(itself.status).toBe(200);
  });

  it.each(['0', '-', 'a-b', '2026', '0123456789'.repeat(6)])('may be called %s', async (name) => {
    expect((await create({ name })).status).toBe(201);
    expect((await tenant.get(`/v1/object-types/${name}`)).body.data.name).toBe(name);
  });

  it.each([
    ['empty', ''],
    ['in capitals', 'Contacts'],
    ['with an underscore', 'my_type'],
    ['with a space', 'my type'],
    ['with a line break', 'contacts\n'],
    ['with a slash', 'a/b'],
    ['in another alphabet', 'контакты'],
    ['longer than 63', 'a'.repeat(64)],
    ['a number', 7],
    ['null', null],
  ])('may not have a name that is %s', async (_, name) => {
    for (const { status, body } of [
      await create({ name }),
      await tenant.patch('/v1/object-types/contacts', { name }),
    ]) {
      expect([status, body.error.code, body.error.param]).toEqual([
        400,
        'VALIDATION_ERROR',
        'name',
      ]);
    }
  });

  it.each([
    ['display_name', 7],
    ['display_name', 'x'.repeat(201)],
    ['strict', 'yes'],
    ['strict', null],
  ])('refuses %s %j', async (field, value) => {
    const { status, body } = await create({ name: 'refused', [field]: value });
    expect([status, body.error.param]).toEqual([400, field]);
  });

  it('refuses other fields in the body', async () => {
    const forged = { id: 'ot_forged', created_at: '2000-01-01T00:00:00Z', definition: { x: 1 } };
    const { status, body } = await create({ name: 'forged', ...forged });
    expect([status, body.error.details.length]).toEqual([400, 3]);
    const foreign = await create({ name: 'forged', tenant_id: 'ten_forged' });
    expect([foreign.status, foreign.body.error.code]).toEqual([403, 'TENANT_MISMATCH']);
  });

  it('is 404 when it is unknown, the same for a name, an id and another tenant’s id', async () => {
    const other = await createTenant(server);
    const foreign = await other.post('/v1/object-types', { name: 'foreign' });
    const absent = [`ot_${'0'.repeat(32)}`, 'nowhere', foreign.body.data.id, 'foreign', '%20'];
    for (const reference of absent) {
      for (const { status, body } of [
        await tenant.get(`/v1/object-types/${reference}`),
        await tenant.patch(`/v1/object-types/${reference}`, { name: 'x' }),
        await tenant.delete(`/v1/object-types/${reference}`),
        await tenant.get(`/v1/object-types/${reference}/properties`),
      ]) {
        expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
        expect(body.error.details).toEqual({ resource: 'object_type' });
      }
    }
    expect((await other.get('/v1/object-types/foreign')).status).toBe(200);
  });
});
