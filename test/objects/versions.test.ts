import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineProperty, defineType } from '../support/define-type.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase();
const tenant = useTenant(server);
let type: DefinedType;

beforeAll(async () => {
  type = await defineType(tenant, { code: { data_type: 'string', is_unique: true } });
});
afterAll(async () => {
  expect(await checkIndex(server.db)).toEqual([]);
});

interface Kept {
  path: string;
  /** The record after each step. */
  states: { version: number; properties: object; updated_at: string; is_deleted: boolean }[];
}

/** Created, changed twice, trashed, restored: at version 5. */
async function withHistory(): Promise<Kept> {
  const created = await tenant.post(type.path, { properties: { a: 1, b: 1 } });
  const path = `${type.path}/${created.body.data.id}`;
  const states = [created.body.data];
  for (const properties of [{ a: 2 }, { b: null, c: [3] }]) {
    states.push((await tenant.patch(path, { properties })).body.data);
  }
  await tenant.delete(path);
  states.push((await tenant.get(`${path}?include_deleted=true`)).body.data);
  states.push((await tenant.post(`${path}/restore`)).body.data);
  return { path, states };
}

const at = (path: string, time: string) => tenant.get(`${path}?at=${encodeURIComponent(time)}`);

describe('the versions of an object', () => {
  it('are every state before the current one, newest first, with what made them', async () => {
    const { path, states } = await withHistory();
    const { body, headers } = await tenant.get(`${path}/versions`);
    expect(headers.get('x-total-count')).toBe('4');
    expect(body.data).toEqual(
      [
        { version: 4, operation: 'delete', changed: [], properties: { a: 2, c: [3] } },
        { version: 3, operation: 'update', changed: ['b', 'c'], properties: { a: 2, c: [3] } },
        { version: 2, operation: 'update', changed: ['a'], properties: { a: 2, b: 1 } },
        { version: 1, operation: 'create', changed: ['a', 'b'], properties: { a: 1, b: 1 } },
      ].map((version) => ({
        ...version,
        object_id: path.split('/').at(-1),
        object_type_id: type.id,
        is_deleted: version.version === 4,
        created_at: states[version.version - 1]?.updated_at,
        created_by: null,
        tx_id: expect.stringMatching(/^\d+$/),
      })),
    );
    const ids = body.data.map((version: { tx_id: string }) => version.tx_id);
    expect(new Set(ids).size).toBe(4);
  });

  it('are read page by page with before and limit', async () => {
    const { path } = await withHistory();
    const page = async (query: string) => {
      const { body, headers } = await tenant.get(`${path}/versions?${query}`);
      expect(headers.get('x-total-count')).toBe('4');
      return body.data.map((version: { version: number }) => version.version);
    };
    expect(await page('limit=2')).toEqual([4, 3]);
    expect(await page('limit=2&before=3')).toEqual([2, 1]);
    expect(await page('before=1')).toEqual([]);
    expect(await page('before=99')).toEqual([4, 3, 2, 1]);
    for (const query of ['limit=0', 'limit=101', 'before=0', 'before=-1', 'before=x', 'limit=']) {
      expect((await tenant.get(`${path}/versions?${query}`)).status, query).toBe(400);
    }
  });

  it('share a tx_id when one batch made them', async () => {
    const { body } = await tenant.post(`${type.path}/batch/create`, { objects: [{}, {}] });
    const ids: string[] = body.data.ids;
    await tenant.post(`${type.path}/batch/update`, {
      updates: ids.map((object_id) => ({ object_id, properties: { x: 1 } })),
    });
    const made = await Promise.all(ids.map((id) => tenant.get(`${type.path}/${id}/versions`)));
    const [a, b] = made.map(({ body: { data } }) => data[0].tx_id);
    expect(a).toBe(b);
  });

  it('also exist for an object in the trash', async () => {
    const { path } = await withHistory();
    await tenant.delete(path);
    expect((await tenant.get(`${path}/versions`)).body.data).toHaveLength(5);
  });
});

describe('reading an object with ?at=', () => {
  it('shows its state at that time, to the microsecond', async () => {
    const { path, states } = await withHistory();
    for (const state of states) {
      const { status, body, headers } = await at(path, state.updated_at);
      if (state.is_deleted) expect(status).toBe(404);
      else {
        expect(body.data).toEqual(state);
        expect(headers.get('etag')).toBe(`"${state.version}"`);
      }
    }
    expect((await at(path, '2999-01-01T00:00:00Z')).body.data.version).toBe(5);
    const inBetween = new Date(Date.parse(states[0]?.updated_at as string) - 1).toISOString();
    expect((await at(path, inBetween)).status).toBe(404);
  });

  it('shows the earlier state of an object in the trash', async () => {
    const { path, states } = await withHistory();
    await tenant.delete(path);
    expect((await at(path, states[1]?.updated_at as string)).body.data).toEqual(states[1]);
    expect((await at(path, '2999-01-01T00:00:00Z')).status).toBe(404);
  });

  it.each(['now', '', '2026-13-01T00:00:00Z', '2026-01-01', '2026-01-01T00:00:00', '1e9'])(
    'refuses %j',
    async (time) => {
      const { body: made } = await tenant.post(type.path, {});
      const { status, body } = await at(`${type.path}/${made.data.id}`, time);
      expect([status, body.error.code, body.error.param]).toEqual([400, 'VALIDATION_ERROR', 'at']);
    },
  );
});

describe('restoring a version of an object', () => {
  it('makes its properties the current ones, as a new version', async () => {
    const { path } = await withHistory();
    const { status, body, headers } = await tenant.post(`${path}/versions/1/restore`);
    expect([status, headers.get('etag')]).toEqual([200, '"6"']);
    expect(body.data).toMatchObject({ version: 6, properties: { a: 1, b: 1 } });
    const versions = await tenant.get(`${path}/versions?limit=1`);
    expect(versions.body.data[0]).toMatchObject({ version: 5, properties: { a: 2, c: [3] } });
    await tenant.post(`${path}/versions/5/restore`);
    expect((await tenant.get(path)).body.data.properties).toEqual({ a: 2, c: [3] });
  });

  it('fills in no defaults, but enforces what the type now requires', async () => {
    const own = await defineType(tenant, { a: 'integer' });
    const made = await tenant.post(own.path, { properties: { a: 1, n: 'x' } });
    const path = `${own.path}/${made.body.data.id}`;
    await tenant.patch(path, { properties: { a: 2, n: 3 } });
    await defineProperty(tenant, own, 'd', { data_type: 'integer', default_value: 5 });
    const restored = await tenant.post(`${path}/versions/1/restore`);
    expect(restored.body.data.properties).toEqual({ a: 1, n: 'x' });
    await defineProperty(tenant, own, 'n', 'integer');
    const { status, body } = await tenant.post(`${path}/versions/1/restore`);
    expect([status, body.error.param]).toEqual([400, 'properties.n']);
    await defineProperty(tenant, own, 'r', { data_type: 'string', is_required: true });
    const { body: refused } = await tenant.post(`${path}/versions/2/restore`);
    expect(refused.error.details).toMatchObject([{ path: 'properties.r', code: 'required' }]);
    expect((await tenant.get(path)).body.data).toEqual(restored.body.data);
  });

  it('conflicts with unique values of other objects', async () => {
    const made = await tenant.post(type.path, { properties: { code: 'mine' } });
    const path = `${type.path}/${made.body.data.id}`;
    await tenant.patch(path, { properties: { code: 'other' } });
    await tenant.post(type.path, { properties: { code: 'mine' } });
    const { status, body } = await tenant.post(`${path}/versions/1/restore`);
    expect([status, body.error.code]).toEqual([409, 'UNIQUE_VIOLATION']);
  });

  it.each(['0', '5', '99', '-1', '1.5', 'x', '99999999999', '%20'])(
    'refuses the unknown version %s',
    async (number) => {
      const { path } = await withHistory();
      const { status, body } = await tenant.post(`${path}/versions/${number}/restore`);
      const isNumber = /^[1-9]\d{0,8}$/.test(number);
      expect([status, body.error.details]).toMatchObject(
        isNumber ? [404, { resource: 'version' }] : [400, [{ path: 'version_number' }]],
      );
    },
  );

  it('is refused for an object in the trash', async () => {
    const { path } = await withHistory();
    await tenant.delete(path);
    expect((await tenant.post(`${path}/versions/1/restore`)).status).toBe(404);
  });
});
