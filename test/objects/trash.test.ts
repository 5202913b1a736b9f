import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { seedObjects } from '../support/seed-objects.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase();
const tenant = useTenant(server);
let type: DefinedType;

beforeAll(async () => {
  type = await defineType(tenant, { email: { data_type: 'email', is_unique: true } });
});
afterAll(async () => {
  expect(await checkIndex(server.db)).toEqual([]);
});

async function created(properties = {}): Promise<{ id: string; path: string }> {
  const { body } = await tenant.post(type.path, { properties });
  return { id: body.data.id, path: `${type.path}/${body.data.id}` };
}

describe('the trash', () => {
  it('receives a deleted object, which is 404 from then on unless the trash is asked for', async () => {
    const { id, path } = await created({ a: 1 });
    const { status, body } = await tenant.delete(path);
    expect([status, body.data]).toEqual([200, { id, deleted: true }]);
    expect((await tenant.get(path)).status).toBe(404);
    expect((await tenant.patch(path, { properties: {} })).status).toBe(404);
    expect((await tenant.delete(path)).status).toBe(404);
    const shown = await tenant.get(`${path}?include_deleted=true`);
    expect(shown.body.data).toMatchObject({
      id,
      is_deleted: true,
      version: 2,
      properties: { a: 1 },
    });
    expect((await tenant.get(`${path}?include_deleted=false`)).status).toBe(404);
    expect((await tenant.get(`${path}?include_deleted=yes`)).status).toBe(400);
  });

  it('restores an object with the next version', async () => {
    const { id, path } = await created({ a: 1 });
    await tenant.delete(path);
    const { status, body, headers } = await tenant.post(`${path}/restore`);
    expect([status, headers.get('etag')]).toEqual([200, '"3"']);
    expect(body.data).toMatchObject({ id, is_deleted: false, version: 3, properties: { a: 1 } });
    expect((await tenant.get(path)).body.data).toEqual(body.data);
  });

  it('cannot restore a live object', async () => {
    const { path } = await created();
    const { status, body } = await tenant.post(`${path}/restore`);
    expect([status, body.error.code]).toEqual([409, 'INVALID_STATE']);
  });

  it('frees unique values: another object may take them, and then keeps them', async () => {
    const first = await created({ email: 'one@example.com' });
    await tenant.delete(first.path);
    const second = await created({ email: 'one@example.com' });
    const { status, body } = await tenant.post(`${first.path}/restore`);
    expect([status, body.error.code]).toEqual([409, 'UNIQUE_VIOLATION']);
    expect(body.error.details).toEqual({
      property: 'email',
      value: 'one@example.com',
      existing_id: second.id,
    });
    await tenant.patch(second.path, { properties: { email: null } });
    expect((await tenant.post(`${first.path}/restore`)).status).toBe(200);
  });

  it('is listed newest first, page by page, with its own total', async () => {
    const { path } = await defineType(tenant);
    const { body } = await tenant.post(`${path}/batch/create`, { objects: Array(7).fill({}) });
    const object_ids: string[] = body.data.ids;
    await tenant.post(`${path}/batch/delete`, { object_ids: object_ids.slice(1, 6) });
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { data } = (await tenant.get(`${path}/trash?limit=2${cursor}`)).body;
      expect(data.total).toBe(5);
      expect(data.results.every((o: { is_deleted: boolean }) => o.is_deleted)).toBe(true);
      seen.push(...data.results.map((o: { id: string }) => o.id));
      if (!data.next_cursor) break;
      cursor = `&cursor=${data.next_cursor}`;
    }
    expect(seen).toEqual(object_ids.slice(1, 6).toReversed());
    expect((await tenant.get(`${path}/list`)).body.data.total).toBe(2);
  });

  it('is emptied in two steps', async () => {
    const { path } = await defineType(tenant);
    const { body } = await tenant.post(`${path}/batch/create`, { objects: Array(3).fill({}) });
    const [live, ...trashed]: string[] = body.data.ids;
    await tenant.post(`${path}/batch/delete`, { object_ids: trashed });
    const first = await tenant.delete(`${path}/trash`);
    expect([first.status, first.body.error.dependencies]).toEqual([
      409,
      [{ type: 'object', count: 2, label: '2 objects' }],
    ]);
    const token = first.body.error.confirm_token;
    const { status, body: emptied } = await tenant.delete(`${path}/trash?confirm_token=${token}`);
    expect([status, emptied.data]).toEqual([200, { deleted: true, count: 2 }]);
    for (const id of trashed) {
      expect((await tenant.get(`${path}/${id}?include_deleted=true`)).status).toBe(404);
      expect((await tenant.get(`${path}/${id}/versions`)).status).toBe(404);
    }
    expect((await tenant.get(`${path}/${live}`)).status).toBe(200);
    const again = await tenant.delete(`${path}/trash`);
    expect([again.status, again.body.data]).toEqual([200, { deleted: true, count: 0 }]);
  });

  it('is emptied completely, however much it contains', async () => {
    const { id, path } = await defineType(tenant, {
      n: { data_type: 'integer', is_indexed: true },
    });
    const ids = await seedObjects(server.db, id, 1_300, `jsonb_build_object('n', i)`);
    for (let first = 0; first < 1_200; first += 100) {
      const object_ids = ids.slice(first, first + 100);
      await tenant.post(`${path}/batch/delete`, { object_ids });
    }
    const { confirm_token } = (await tenant.delete(`${path}/trash`)).body.error;
    const { body } = await tenant.delete(`${path}/trash?confirm_token=${confirm_token}`);
    expect(body.data).toEqual({ deleted: true, count: 1_200 });
    expect((await tenant.get(`${path}/trash`)).body.data.total).toBe(0);
    expect((await tenant.get(`${path}/list`)).body.data.total).toBe(100);
  });
});

describe('deleting an object permanently', () => {
  it('requires force and a token that lists what will be deleted', async () => {
    const { id, path } = await created({ a: 1 });
    await tenant.patch(path, { properties: { a: 2 } });
    const asked = await tenant.delete(`${path}?force=true`);
    expect([asked.status, asked.body.error.code]).toEqual([409, 'DEPENDENCY_EXISTS']);
    expect(asked.body.error.dependencies).toEqual([
      { type: 'object', count: 1, label: '1 object' },
      { type: 'version', count: 1, label: '1 version' },
    ]);
    expect((await tenant.get(path)).status).toBe(200);
    const token = asked.body.error.confirm_token;
    const { status, body } = await tenant.delete(`${path}?force=true&confirm_token=${token}`);
    expect([status, body.data]).toEqual([200, { id, deleted: true }]);
    for (const query of ['', '?include_deleted=true', '/versions']) {
      expect((await tenant.get(path + query)).status).toBe(404);
    }
    expect((await tenant.post(`${path}/restore`)).status).toBe(404);
  });

  it('works on an object in the trash, and keeps the unique values of others', async () => {
    const first = await created({ email: 'two@example.com' });
    await tenant.delete(first.path);
    await created({ email: 'two@example.com' });
    const { confirm_token } = (await tenant.delete(`${first.path}?force=true`)).body.error;
    const query = `?force=true&confirm_token=${confirm_token}`;
    expect((await tenant.delete(first.path + query)).status).toBe(200);
    const { body } = await tenant.post(type.path, { properties: { email: 'two@example.com' } });
    expect(body.error.code).toBe('UNIQUE_VIOLATION');
  });

  it.each(['yes', '1', '', 'TRUE'])('refuses force=%s', async (force) => {
    const { path } = await created();
    const { status, body } = await tenant.delete(`${path}?force=${force}`);
    expect([status, body.error.param]).toEqual([400, 'force']);
  });
});
