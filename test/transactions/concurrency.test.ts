import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase();
const api = useTenant(server);
let type: DefinedType;
beforeAll(async () => {
  type = await defineType(api, { n: { data_type: 'integer', is_unique: true } });
});
afterAll(async () => {
  expect(await checkIndex(server.db)).toEqual([]);
});

const create = async (properties: object) =>
  (await api.post(type.path, { properties })).body.data.id as string;
const get = async (id: string) => (await api.get(`${type.path}/${id}`)).body.data;
const run = (requests: unknown[]) => api.post('/v1/transaction', { requests });

describe('simultaneous transactions', () => {
  it('that conflict are retried: each is done completely, or not at all', async () => {
    const [a, b] = [await create({}), await create({})];
    const patch = (id: string, by: number) => ({
      method: 'PATCH',
      path: `${type.path}/${id}`,
      body: { properties: { by } },
    });
    const answers = await Promise.all(
      [0, 1, 2, 3].map((by) =>
        run(by % 2 ? [patch(a, by), patch(b, by)] : [patch(b, by), patch(a, by)]),
      ),
    );
    const done = answers.filter(({ status }) => status === 200).length;
    expect(done).toBeGreaterThan(0);
    for (const { status, body } of answers)
      expect([200, 409], body.error?.message).toContain(status);
    const [one, other] = [await get(a), await get(b)];
    expect(one.version).toBe(1 + done);
    expect(other.version).toBe(1 + done);
    expect(one.properties.by).toBe(other.properties.by);
  });

  it('that claim the same value succeed once, and leave nothing of the others', async () => {
    const before = (await api.get(`${type.path}/list`)).body.data.total;
    const claim = () =>
      run([
        { method: 'POST', path: type.path, body: { properties: { extra: true } } },
        { method: 'POST', path: type.path, body: { properties: { n: 1 } } },
      ]);
    const answers = await Promise.all(Array.from({ length: 10 }, claim));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array(9).fill(409)]);
    expect((await api.get(`${type.path}/list`)).body.data.total).toBe(before + 2);
  });
});

describe('simultaneous undos', () => {
  it('of one transaction succeed once', async () => {
    const id = await create({ a: 1 });
    const { headers } = await api.patch(`${type.path}/${id}`, { properties: { a: 2 } });
    const path = `/v1/transactions/${headers.get('x-tx-id')}/undo`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.post(path, {})));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array(7).fill(409)]);
    expect(await get(id)).toMatchObject({ version: 3, properties: { a: 1 } });
  });

  it('fail when a change of the same record came first, and the other way around', async () => {
    const id = await create({ a: 1 });
    const path = `${type.path}/${id}`;
    const { headers } = await api.patch(path, { properties: { a: 2 } });
    const [undone, changed] = await Promise.all([
      api.post(`/v1/transactions/${headers.get('x-tx-id')}/undo`, {}),
      api.patch(path, { properties: { b: 1 } }),
    ]);
    expect(changed.status).toBe(200);
    const { properties } = await get(id);
    expect(properties).toEqual(undone.status === 200 ? { a: 1, b: 1 } : { a: 2, b: 1 });
  });
});
