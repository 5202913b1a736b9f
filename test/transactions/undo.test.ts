import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, createTenant, type TenantClient } from '../support/api.ts';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineProperty, defineType } from '../support/define-type.ts';
import { seedObjects } from '../support/seed-objects.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();
let api: TenantClient;
let type: DefinedType;
beforeEach(async () => {
  api = await createTenant(server);
  type = await defineType(api, { n: { data_type: 'integer', is_unique: true }, label: 'string' });
});
afterAll(async () => {
  expect(await checkIndex(server.db)).toEqual([]);
});

const create = async (properties: object) => (await api.post(type.path, { properties })).body.data;
const get = async (id: string) =>
  (await api.get(`${type.path}/${id}?include_deleted=true`)).body.data;
const state = async (id: string) => {
  const { properties, is_deleted } = await get(id);
  return [properties, is_deleted];
};
const undo = (tx: Answer | string | null, body: object = {}) => {
  const id = typeof tx === 'string' || tx === null ? tx : tx.headers.get('x-tx-id');
  return api.post(`/v1/transactions/${id}/undo`, body);
};
const run = async (...requests: unknown[]) => {
  const answer = await api.post('/v1/transaction', { requests });
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer;
};
const step = (method: string, id: string, properties?: object, path = '') => ({
  method,
  path: `${type.path}/${id}${path}`,
  ...(properties ? { body: { properties } } : {}),
});

describe('undoing a transaction', () => {
  it('reverses each kind of change, and is a transaction itself', async () => {
    const [changed, deleted, trashed] = [
      await create({ n: 1, label: 'one' }),
      await create({ n: 2 }),
      await create({ n: 3, free: { a: 1 } }),
    ];
    await api.delete(`${type.path}/${trashed.id}`);
    const tx = await run(
      { id: 'new', method: 'POST', path: type.path, body: { properties: { n: 4 } } },
      step('PATCH', changed.id, { label: null, more: true }),
      step('DELETE', deleted.id),
      step('POST', trashed.id, undefined, '/restore'),
    );
    const made = tx.body.data.results[0].data.id;
    const undone = await undo(tx);
    expect(undone.status).toBe(200);
    expect(undone.body.data).toEqual({
      tx_id: undone.headers.get('x-tx-id'),
      undoes: tx.body.data.tx_id,
      undone: 4,
      conflicts: [],
    });
    expect(await state(changed.id)).toEqual([{ n: 1, label: 'one' }, false]);
    expect(await state(deleted.id)).toEqual([{ n: 2 }, false]);
    expect(await state(trashed.id)).toEqual([{ n: 3, free: { a: 1 } }, true]);
    expect(await state(made)).toEqual([{ n: 4 }, true]);

    const receipt = await api.get(`/v1/transactions/${undone.body.data.tx_id}`);
    const types = receipt.body.data.changes.map((change: { type: string }) => change.type);
    expect(types.toSorted()).toEqual([
      'object.deleted',
      'object.deleted',
      'object.restored',
      'object.updated',
    ]);

    // And back again.
    expect((await undo(undone)).body.data).toMatchObject({ undone: 4, conflicts: [] });
    expect(await state(changed.id)).toEqual([{ n: 1, more: true }, false]);
    expect(await state(deleted.id)).toEqual([{ n: 2 }, true]);
    expect(await state(trashed.id)).toEqual([{ n: 3, free: { a: 1 } }, false]);
    expect(await state(made)).toEqual([{ n: 4 }, false]);
  });

  it('with several changes of one object restores the state before the first', async () => {
    const { id } = await create({ n: 1 });
    const other = await create({ n: 2 });
    const tx = await run(
      step('PATCH', id, { n: 5 }),
      step('DELETE', id),
      step('POST', id, undefined, '/restore'),
      step('PATCH', id, { n: 6, a: 1 }),
      step('DELETE', id),
      { id: 'gone', method: 'POST', path: type.path, body: { properties: { n: 7 } } },
      { method: 'DELETE', path: `${type.path}/{{gone.data.id}}` },
      step('PATCH', other.id, { n: 2 }),
    );
    expect((await undo(tx)).body.data).toMatchObject({ undone: 1, conflicts: [] });
    expect(await state(id)).toEqual([{ n: 1 }, false]);
    expect((await get(other.id)).version).toBe(1);
    expect((await get(tx.body.data.results[5].data.id)).version).toBe(2);
  });

  it('gives two objects back the values that they exchanged', async () => {
    const [a, b] = [await create({ n: 1 }), await create({ n: 2 })];
    const tx = await run(
      step('PATCH', a.id, { n: 3 }),
      step('PATCH', b.id, { n: 1 }),
      step('PATCH', a.id, { n: 2 }),
    );
    expect((await undo(tx)).body.data.undone).toBe(2);
    expect([await state(a.id), await state(b.id)]).toEqual([
      [{ n: 1 }, false],
      [{ n: 2 }, false],
    ]);
  });

  it('works across several types, and after a type was renamed', async () => {
    const second = await defineType(api);
    const tx = await run(
      { method: 'POST', path: type.path },
      { method: 'POST', path: second.path },
    );
    await api.patch(`/v1/object-types/${second.id}`, { name: 'renamed' });
    expect((await undo(tx)).body.data.undone).toBe(2);
    for (const path of [type.path, '/v1/objects/renamed'])
      expect((await api.get(`${path}/trash`)).body.data.total).toBe(1);
  });

  it('reverses 10,000 changes at once', async () => {
    const ids = await seedObjects(server.db, type.id, 10_000, `jsonb_build_object('n', i)`);
    const { rows } = await server.db.query('select tx_id::text from app.objects where id = $1', [
      ids[0],
    ]);
    const undone = await undo(rows[0].tx_id);
    expect(undone.body.data).toMatchObject({ undone: 10_000, conflicts: [] });
    expect((await api.get(`${type.path}/list`)).body.data.total).toBe(0);
    expect((await undo(undone)).body.data).toMatchObject({ undone: 10_000, conflicts: [] });
    expect((await api.get(`${type.path}/list`)).body.data.total).toBe(10_000);
  });

  it('has a dry run, and runs once per Idempotency-Key', async () => {
    const { id } = await create({ n: 1 });
    const tx = await api.patch(`${type.path}/${id}`, { properties: { n: 2 } });
    const path = `/v1/transactions/${tx.headers.get('x-tx-id')}/undo`;
    const dry = await api.post(`${path}?dry_run=true`, {});
    expect([dry.body.dry_run, dry.body.data.undone]).toEqual([true, 1]);
    expect((await get(id)).version).toBe(2);
    const headers = { 'idempotency-key': 'undo' };
    const first = await api.post(path, {}, headers);
    const again = await api.post(path, {}, headers);
    expect(again.body.data).toEqual(first.body.data);
    expect((await get(id)).version).toBe(3);
  });

  it('may be a step of a transaction', async () => {
    const { id } = await create({ n: 1 });
    const tx = await api.patch(`${type.path}/${id}`, { properties: { n: 2 } });
    const undoing = { method: 'POST', path: `/v1/transactions/${tx.headers.get('x-tx-id')}/undo` };
    await run(undoing, step('PATCH', id, { label: 'x' }));
    expect(await state(id)).toEqual([{ n: 1, label: 'x' }, false]);
  });
});

describe('a conflict of an undo', () => {
  /** Refused with abort; skipped with skip. */
  async function expectConflicts(tx: Answer, undone: number, ...conflicts: object[]) {
    const versions = 'select id, version from app.objects where tenant_id = $1 order by id';
    const before = await server.db.query(versions, [api.tenant.id]);
    for (const body of [{}, { on_conflict: 'abort' }]) {
      const { status, body: answer } = await undo(tx, body);
      expect([status, answer.error.code]).toEqual([409, 'CONFLICT']);
      expect(answer.error.details).toMatchObject(conflicts);
    }
    expect((await server.db.query(versions, [api.tenant.id])).rows).toEqual(before.rows);
    const { body } = await undo(tx, { on_conflict: 'skip' });
    expect(body.data).toMatchObject({ undone, conflicts });
    expect(body.data.tx_id === null).toBe(undone === 0);
  }

  it('is a record that has changed since, in any way', async () => {
    const objects = [1, 2, 3, 4].map((n) => ({ properties: { n } }));
    const tx = await api.post(`${type.path}/batch/create`, { objects });
    const [changed, trashed, gone, kept] = tx.body.data.ids;
    await api.patch(`${type.path}/${changed}`, { properties: { label: 'x' } });
    await api.delete(`${type.path}/${trashed}`);
    const { confirm_token } = (await api.delete(`${type.path}/${gone}?force=true`)).body.error;
    await api.delete(`${type.path}/${gone}?force=true&confirm_token=${confirm_token}`);
    const conflict = (resource_id: string, code: string) => ({
      resource_type: 'object',
      resource_id,
      code,
      message: expect.any(String),
    });
    await expectConflicts(
      tx,
      1,
      conflict(changed, 'VERSION_CONFLICT'),
      conflict(trashed, 'VERSION_CONFLICT'),
      conflict(gone, 'NOT_FOUND'),
    );
    expect(await state(kept)).toEqual([{ n: 4 }, true]);
    expect(await state(changed)).toEqual([{ n: 1, label: 'x' }, false]);
  });

  it('is a transaction that was already undone', async () => {
    const tx = await api.post(type.path, {});
    await undo(tx);
    await expectConflicts(tx, 0, { code: 'VERSION_CONFLICT' });
  });

  it('is a value that another object now has', async () => {
    const ids = [await create({ n: 1 }), await create({ n: 2 })].map(({ id }) => id);
    const tx = await api.post(`${type.path}/batch/delete`, { object_ids: ids });
    await create({ n: 1 });
    await expectConflicts(tx, 1, { resource_id: ids[0], code: 'UNIQUE_VIOLATION' });
    expect(await state(ids[1])).toEqual([{ n: 2 }, false]);
  });

  it('is a value that is no longer valid', async () => {
    const { id } = await create({ label: 'x' });
    const tx = await api.patch(`${type.path}/${id}`, { properties: { label: null, later: 1 } });
    await defineProperty(api, type, 'later', { data_type: 'integer', is_required: true });
    await expectConflicts(tx, 0, { resource_id: id, code: 'VALIDATION_ERROR' });
  });

  it('is a type that no longer exists', async () => {
    const other = await defineType(api);
    const tx = await run({ method: 'POST', path: other.path }, { method: 'POST', path: type.path });
    const { confirm_token } = (await api.delete(`/v1/object-types/${other.id}`)).body.error;
    await api.delete(`/v1/object-types/${other.id}?force=true&confirm_token=${confirm_token}`);
    await expectConflicts(tx, 1, { resource_type: 'object_type', resource_id: other.id });
  });

  it('is anything irreversible: types, properties, keys, and permanent deletes', async () => {
    const { id } = await create({});
    const path = `${type.path}/${id}?force=true`;
    const { confirm_token } = (await api.delete(path)).body.error;
    const tx = await run(
      { id: 't', method: 'POST', path: '/v1/object-types', body: { name: 'x' } },
      {
        method: 'POST',
        path: '/v1/object-types/x/properties',
        body: { name: 'p', data_type: 'string' },
      },
      { method: 'POST', path: '/v1/keys', body: { scopes: ['read'] } },
      { method: 'DELETE', path: `${path}&confirm_token=${confirm_token}` },
      { id: 'new', method: 'POST', path: type.path },
    );
    const impossible = (resource_type: string) => ({ resource_type, code: 'INVALID_STATE' });
    await expectConflicts(
      tx,
      1,
      impossible('object_type'),
      impossible('property'),
      impossible('key'),
      impossible('object'),
    );
  });

  it('is nothing else', async () => {
    const tx = await api.post(type.path, {});
    for (const on_conflict of ['force', '', null, 1]) {
      const { status, body } = await undo(tx, { on_conflict });
      expect([status, body.error.param]).toEqual([400, 'on_conflict']);
    }
  });
});
