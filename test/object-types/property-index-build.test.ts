import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { openAtTenant } from '../support/at-tenant.ts';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { seedObjects } from '../support/seed-objects.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { untilBlocked } from '../support/until-blocked.ts';

const size = 10_101;

let server: TestServer;
let tenant: TenantClient;
/** 10,101 objects with `n` from 1 on and `code` made of it; no property of it is defined. */
let type: DefinedType;
let ids: string[];

beforeAll(async () => {
  server = await startTestServer(); // without a worker: each step is taken by the test
  tenant = await createTenant(server);
  type = await defineType(tenant, {}, { user_access: 'open' });
  const properties = `jsonb_build_object('n', i, 'code', 'c' || i)`;
  ids = await seedObjects(server.db, type.id, size, properties);
});
afterEach(async () => {
  expect(await checkIndex(server.db)).toEqual([]);
  for (const { id } of (await tenant.get(properties())).body.data) {
    await tenant.delete(`${properties()}/${id}`);
  }
});
afterAll(() => server.close());

const properties = () => `/v1/object-types/${type.id}/properties`;

/** Defines a property of the big type, whose index is then to be built; returns its id. */
async function begin(name: string, flags: object): Promise<string> {
  const { status, body } = await tenant.post(properties(), {
    name,
    data_type: 'json',
    is_indexed: true,
    ...flags,
  });
  expect([status, body.data?.index]).toEqual([
    201,
    { status: 'building', done: 0, total: await total(), error: null },
  ]);
  return body.data.id;
}

const total = async () => (await tenant.get(`${type.path}/list`)).body.data.total;
const get = async (id: string) => (await tenant.get(`${properties()}/${id}`)).body.data;

/** One call of the worker; true when there is no more to do. */
async function step(id: string): Promise<boolean> {
  const { rows } = await server.db.query('select worker.index_build($1, $2) as done', [
    tenant.tenant.id,
    id,
  ]);
  return rows[0].done;
}

describe('an index that is built in the background', () => {
  it('reports its progress, and lists work before and after', async () => {
    const id = await begin('n', {});
    const top = async () => {
      const { body } = await tenant.get(`${type.path}/list?sort=n&order=desc&limit=3`);
      return body.data.results.map((o: { properties: { n: number } }) => o.properties.n);
    };
    expect(await top()).toEqual([size, size - 1, size - 2]);
    expect(await step(id)).toBe(false);
    expect((await get(id)).index).toMatchObject({ status: 'building', done: 5_000, total: size });
    expect(await top()).toEqual([size, size - 1, size - 2]);
    expect(await checkIndex(server.db)).toEqual([]);
    expect(await step(id)).toBe(false);
    expect(await step(id)).toBe(true);
    expect((await get(id)).index).toEqual({
      status: 'ready',
      done: size,
      total: size,
      error: null,
    });
    expect(await top()).toEqual([size, size - 1, size - 2]);
    expect(await step(id)).toBe(true);
  });

  it('includes objects that are written meanwhile', async () => {
    const id = await begin('n', {});
    const write = async (offset: number) => {
      const at = (index: number) => `${type.path}/${ids[index + offset]}`;
      await tenant.patch(at(0), { properties: { n: -1 } });
      await tenant.patch(at(9_000), { properties: { n: 'text' } });
      await tenant.patch(at(1), { properties: { n: null } });
      await tenant.patch(at(9_001), { properties: { n: null } });
      await tenant.delete(at(2));
      await tenant.delete(at(9_002));
      await tenant.delete(at(3));
      await tenant.post(`${at(3)}/restore`);
      await tenant.delete(at(9_003));
      await tenant.post(`${at(9_003)}/restore`);
      await tenant.post(type.path, { properties: { n: 0, code: `new-${offset}` } });
    };
    await write(10);
    await step(id);
    await write(20);
    await step(id);
    await write(30);
    expect(await checkIndex(server.db)).toEqual([]);
    while (!(await step(id))) expect((await get(id)).index.status).toBe('building');
    const { index } = await get(id);
    expect(index).toMatchObject({ status: 'ready', done: index.total });
  });

  it('never reports more progress than was made', async () => {
    const id = await begin('n', {});
    await seedObjects(server.db, type.id, 3, `jsonb_build_object('code', gen_random_uuid())`);
    for (let done = false; !done; ) {
      done = await step(id);
      const { index } = await get(id);
      expect(index.done).toBeLessThanOrEqual(index.total);
    }
  });

  it('starts over from the first object when its flags change', async () => {
    const id = await begin('code', { is_indexed: true });
    await step(id);
    const restarted = await tenant.patch(`${properties()}/${id}`, { is_unique: true });
    expect(restarted.body.data.index).toMatchObject({ status: 'building', done: 0 });
    while (!(await step(id)));
    expect(await get(id)).toMatchObject({ is_unique: true, index: { status: 'ready' } });
  });

  it('stops when the flags are turned off, or the property is deleted', async () => {
    const id = await begin('n', {});
    await step(id);
    await tenant.patch(`${properties()}/${id}`, { is_indexed: false });
    expect(await step(id)).toBe(true);
    expect((await get(id)).index).toMatchObject({ status: 'none', done: 0 });
    await tenant.patch(`${properties()}/${id}`, { is_sortable: true });
    await step(id);
    await tenant.delete(`${properties()}/${id}`);
    expect(await step(id)).toBe(true);
  });

  it('keeps a change of the flags that it had to wait for', async () => {
    const id = await begin('n', {});
    // The change holds the type; the step begins, waits, and must not go on with what it had read before.
    const change = await openAtTenant(server, tenant.tenant.id);
    await change.query('select api.property_update($1, $2)', [
      tenant.tenant.id,
      { object_type_id: type.id, property_id: id, is_indexed: false },
    ]);
    const waiting = step(id);
    await untilBlocked(server.db, change);
    await change.query('commit');
    await change.end();
    expect(await waiting).toBe(true);
    expect((await get(id)).index).toMatchObject({ status: 'none', done: 0 });
  });

  it('becomes ready together with another index of the type', async () => {
    const [a, b] = [await begin('n', {}), await begin('code', {})];
    for (const id of [a, a, b, b]) expect(await step(id)).toBe(false);
    const holder = await openAtTenant(server, tenant.tenant.id);
    await holder.query('select worker.index_build($1, $2)', [tenant.tenant.id, a]);
    const waiting = step(b);
    await untilBlocked(server.db, holder);
    await holder.query('commit');
    await holder.end();
    expect(await waiting).toBe(true);
    for (const id of [a, b]) expect((await get(id)).index.status).toBe('ready');
    // afterEach: what writes and lists read of the type says so too
  });

  it('fails when a unique value occurs twice, and can be started again', async () => {
    const id = await begin('code', { is_unique: true });
    await step(id);
    // c10000 is not indexed yet, so nothing stands against a second one.
    const twin = await tenant.post(type.path, { properties: { code: 'c10000' } });
    expect(twin.status).toBe(201);
    while (!(await step(id)));
    const failed = await get(id);
    expect(failed).toMatchObject({ is_unique: false, index: { status: 'failed' } });
    expect(failed.index.error).toMatchObject({
      code: 'UNIQUE_VIOLATION',
      message: expect.stringContaining('c10000'),
    });
    expect(await checkIndex(server.db)).toEqual([]);

    const again = () => tenant.patch(`${properties()}/${id}`, { is_unique: true });
    expect((await again()).body.error).toMatchObject({
      code: 'UNIQUE_VIOLATION',
      details: { value: 'c10000', count: 2 },
    });
    await tenant.delete(`${type.path}/${twin.body.data.id}`);
    expect((await again()).body.data.index).toMatchObject({ status: 'building', error: null });
    while (!(await step(id)));
    expect(await get(id)).toMatchObject({ is_unique: true, index: { status: 'ready' } });
    const restored = await tenant.post(`${type.path}/${twin.body.data.id}/restore`);
    expect(restored.body.error).toMatchObject({
      code: 'UNIQUE_VIOLATION',
      details: { value: 'c10000', existing_id: ids[9_999] },
    });
  });
});
