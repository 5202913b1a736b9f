import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineProperty, defineType } from '../support/define-type.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();
let tenant: TenantClient;

beforeEach(async () => {
  tenant = await createTenant(server);
});

/** Two live objects (one of them changed), one in the trash; three properties, two of them indexed. */
async function filledType(): Promise<{ type: DefinedType; objects: string[] }> {
  const type = await defineType(tenant, {
    email: { data_type: 'email', is_unique: true },
    age: { data_type: 'integer', is_indexed: true },
    note: 'text',
  });
  const objects = ['a', 'b', 'c'].map((name) => ({
    properties: { email: `${name}@example.com`, age: 7, note: name, free: true },
  }));
  const { body } = await tenant.post(`${type.path}/batch/create`, { objects });
  const ids: string[] = body.data.ids;
  await tenant.patch(`${type.path}/${ids[0]}`, { properties: { age: 8 } });
  await tenant.delete(`${type.path}/${ids[2]}`);
  return { type, objects: ids };
}

/** How many rows of a table belong to this tenant. */
async function rowsOf(table: string): Promise<number> {
  const { rows } = await server.db.query(
    `select count(*)::int as n from app.${table} where tenant_id = $1`,
    [tenant.tenant.id],
  );
  return rows[0].n;
}

const children = ['object_types', 'properties', 'objects', 'object_index', 'object_versions'];

describe('deleting an object type', () => {
  it('takes one step when it is empty', async () => {
    const type = await defineType(tenant);
    const { status, body } = await tenant.delete(`/v1/object-types/${type.id}`);
    expect([status, body.data]).toEqual([200, { id: type.id, deleted: true }]);
    expect((await tenant.get(`/v1/object-types/${type.id}`)).status).toBe(404);
  });

  it('lists what will be deleted with it, and gives a token', async () => {
    const { type } = await filledType();
    const { status, body } = await tenant.delete(`/v1/object-types/${type.name}`);
    expect([status, body.error.code]).toEqual([409, 'DEPENDENCY_EXISTS']);
    expect(body.error.dependencies).toEqual([
      { type: 'object', count: 3, label: '3 objects' },
      { type: 'property', count: 3, label: '3 properties' },
    ]);
    expect(body.error.confirm_token).toMatch(/^ct_\w{43}$/);
    expect(await rowsOf('objects')).toBe(3);
  });

  it('names a single dependent in the singular', async () => {
    const type = await defineType(tenant, { name: 'string' });
    await tenant.post(type.path, {});
    const { body } = await tenant.delete(`/v1/object-types/${type.id}`);
    expect(body.error.dependencies.map((d: { label: string }) => d.label)).toEqual([
      '1 object',
      '1 property',
    ]);
  });

  it('deletes everything with force and the token, and nothing before', async () => {
    const { type } = await filledType();
    const path = `/v1/object-types/${type.id}`;
    const { confirm_token: token } = (await tenant.delete(path)).body.error;
    for (const query of [`?confirm_token=${token}`, '?force=true', '?force=true&confirm_token=x']) {
      expect((await tenant.delete(path + query)).status).toBe(409);
    }
    expect(await rowsOf('objects')).toBe(3);

    const { status, body } = await tenant.delete(`${path}?force=true&confirm_token=${token}`);
    expect([status, body.data]).toEqual([200, { id: type.id, deleted: true }]);
    for (const table of [...children, 'object_counts']) expect(await rowsOf(table), table).toBe(0);
  });

  it('counts its functions, and takes them along as a delete of each would', async () => {
    const type = await defineType(tenant);
    const created = await tenant.post('/v1/functions', {
      ...{ name: 'hears', code: 'export default () => 1', trigger_type: 'event' },
      ...{ trigger_event: 'object.created', object_type_id: type.name },
    });
    expect(created.body.error).toBeUndefined();
    expect(await rowsOf('event_subscriptions')).toBe(1);
    const path = `/v1/object-types/${type.id}`;
    const { dependencies, confirm_token: token } = (await tenant.delete(path)).body.error;
    expect(dependencies).toEqual([{ type: 'function', count: 1, label: '1 function' }]);
    expect((await tenant.delete(`${path}?force=true&confirm_token=${token}`)).status).toBe(200);
    for (const table of ['functions', 'event_subscriptions']) expect(await rowsOf(table)).toBe(0);
    const { rows } = await server.db.query(
      `select resource_id from app.journal where tenant_id = $1 and type = 'function.deleted'`,
      [tenant.tenant.id],
    );
    expect(rows).toEqual([{ resource_id: created.body.data.id }]);
  });

  it('leaves the other types unchanged', async () => {
    const { type: kept, objects } = await filledType();
    const { type } = await filledType();
    const path = `/v1/object-types/${type.id}`;
    const { confirm_token: token } = (await tenant.delete(path)).body.error;
    await tenant.delete(`${path}?force=true&confirm_token=${token}`);
    expect((await tenant.get(`${kept.path}/list`)).body.data.total).toBe(2);
    expect((await tenant.get(`${kept.path}/${objects[0]}`)).body.data.version).toBe(2);
    expect(await checkIndex(server.db)).toEqual([]);
  });

  it('leaves no old objects to a new type of the same name', async () => {
    const { type, objects } = await filledType();
    const path = `/v1/object-types/${type.id}`;
    const { confirm_token: token } = (await tenant.delete(path)).body.error;
    await tenant.delete(`${path}?force=true&confirm_token=${token}`);

    const again = await defineType(tenant, {}, { name: type.name });
    expect(again.id).not.toBe(type.id);
    const properties = await tenant.get(`/v1/object-types/${type.name}/properties`);
    expect(properties.body.data).toEqual([]);
    for (const list of ['list', 'trash', 'list?sort=created_at']) {
      expect((await tenant.get(`${type.path}/${list}`)).body.data).toEqual({
        results: [],
        next_cursor: null,
        total: 0,
      });
    }
    for (const id of objects) {
      for (const address of [
        `${type.path}/${id}`,
        `${type.path}/${id}?include_deleted=true`,
        `${type.path}/${id}?at=${encodeURIComponent(new Date().toISOString())}`,
        `${type.path}/${id}/versions`,
        `/v1/objects/${type.id}/${id}`,
      ]) {
        expect((await tenant.get(address)).status, address).toBe(404);
      }
      expect((await tenant.post(`${type.path}/${id}/restore`)).status).toBe(404);
      expect((await tenant.delete(`${type.path}/${id}?force=true`)).status).toBe(404);
    }
    await defineProperty(tenant, again, 'email', { data_type: 'email', is_unique: true });
    const created = await tenant.post(type.path, { properties: { email: 'a@example.com' } });
    expect(created.status).toBe(201);
    expect(await checkIndex(server.db)).toEqual([]);
  });

  it('waits for objects that are being written, and also deletes them', async () => {
    const { type } = await filledType();
    const path = `/v1/object-types/${type.id}`;
    const { confirm_token: token } = (await tenant.delete(path)).body.error;
    // Whatever comes before the delete is in its new 409, whatever comes after finds no type.
    const [deleted, ...created] = await Promise.all([
      tenant.delete(`${path}?force=true&confirm_token=${token}`),
      ...Array.from({ length: 8 }, () => tenant.post(type.path, { properties: { age: 1 } })),
    ]);
    expect([200, 409]).toContain(deleted.status);
    for (const { status } of created) expect([201, 404]).toContain(status);
    if (deleted.status === 200) {
      expect(created.map(({ status }) => status)).toEqual(Array(8).fill(404));
      expect(await rowsOf('objects')).toBe(0);
    } else expect(await rowsOf('objects')).toBe(3 + 8);
    expect(await checkIndex(server.db)).toEqual([]);
  });
});
