import { afterAll, describe, expect, it } from 'vitest';
import { checkIndex } from '../support/check-index.ts';
import { defineType } from '../support/define-type.ts';
import { untilBlocked } from '../support/until-blocked.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase({ DB_POOL_SIZE: '16' });
const tenant = useTenant(server);

afterAll(async () => {
  expect(await checkIndex(server.db)).toEqual([]);
});

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const statusesOf = (answers: { status: number }[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([status, list]) => [
      status,
      list?.length,
    ]),
  );

describe('200 simultaneous changes of one object', () => {
  it('are all applied, one after the other', async () => {
    const type = await defineType(tenant, { n: { data_type: 'integer', is_indexed: true } });
    const { body } = await tenant.post(type.path, {});
    const path = `${type.path}/${body.data.id}`;
    const answers = await times(200, (n) =>
      tenant.patch(path, { properties: { n, [`by${n}`]: true } }),
    );
    expect(statusesOf(answers)).toEqual({ 200: 200 });
    const versions = answers.map((answer) => answer.body.data.version);
    expect(new Set(versions).size).toBe(200);
    const { data } = (await tenant.get(path)).body;
    expect(data.version).toBe(201);
    expect(Object.keys(data.properties)).toHaveLength(201); // no change was lost
  });

  it('that all name a version are applied once', async () => {
    const type = await defineType(tenant);
    const { body } = await tenant.post(type.path, {});
    const path = `${type.path}/${body.data.id}`;
    const answers = await times(30, (n) => tenant.patch(path, { properties: { n }, version: 1 }));
    expect(statusesOf(answers)).toEqual({ 200: 1, 409: 29 });
    const matched = await times(30, (n) =>
      tenant.patch(path, { properties: { n: -n - 1 } }, { 'if-match': '"2"' }),
    );
    expect(statusesOf(matched)).toEqual({ 200: 1, 412: 29 });
  });

  it('mixed with deletes and restores leave a history without gaps', async () => {
    const type = await defineType(tenant, { n: { data_type: 'integer', is_unique: true } });
    const { body } = await tenant.post(type.path, { properties: { n: 1 } });
    const path = `${type.path}/${body.data.id}`;
    const answers = await times(60, (n) =>
      n % 3 === 0
        ? tenant.patch(path, { properties: { n } })
        : n % 3 === 1
          ? tenant.delete(path)
          : tenant.post(`${path}/restore`),
    );
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
    const done = answers.filter(({ status }) => status === 200).length;
    const { data } = (await tenant.get(`${path}?include_deleted=true`)).body;
    expect(data.version).toBe(1 + done);
  });
});

describe('a unique value claimed by many at once', () => {
  it('goes to exactly one', async () => {
    const type = await defineType(tenant, { code: { data_type: 'string', is_unique: true } });
    for (const code of ['a', 'b', 'c']) {
      const answers = await times(20, () => tenant.post(type.path, { properties: { code } }));
      expect(statusesOf(answers)).toEqual({ 201: 1, 409: 19 });
      const winner = answers.find(({ status }) => status === 201)?.body.data.id;
      for (const { status, body } of answers) {
        if (status === 409) expect(body.error.details).toMatchObject({ existing_id: winner });
      }
    }
    expect((await tenant.get(`${type.path}/list`)).body.data.total).toBe(3);
  });

  it('goes to exactly one, whether created, changed or restored', async () => {
    const type = await defineType(tenant, { code: { data_type: 'string', is_unique: true } });
    const create = (properties: object) => tenant.post(type.path, { properties });
    const changed = (await create({ code: 'x' })).body.data.id;
    const restored = (await create({ code: 'a' })).body.data.id;
    await tenant.delete(`${type.path}/${restored}`);
    const answers = await times(21, (n) =>
      n % 3 === 0
        ? create({ code: 'a' })
        : n % 3 === 1
          ? tenant.patch(`${type.path}/${changed}`, { properties: { code: 'a' } })
          : tenant.post(`${type.path}/${restored}/restore`),
    );
    const { results } = (await tenant.get(`${type.path}/list`)).body.data;
    const holders = results.filter((o: { properties: object }) => 'code' in o.properties);
    expect(
      holders.map((o: { properties: { code: string } }) => o.properties.code).toSorted(),
    ).toEqual(holders.length === 1 ? ['a'] : ['a', 'x']);
    for (const { status } of answers) expect(status).toBeLessThan(500);
  });

  it('in batches with the same values in a different order goes to one batch', async () => {
    const type = await defineType(tenant, { code: { data_type: 'string', is_unique: true } });
    const codes = Array.from({ length: 50 }, (_, n) => `c${n}`);
    const answers = await times(10, (n) =>
      tenant.post(`${type.path}/batch/create`, {
        objects: (n % 2 ? codes : codes.toReversed()).map((code) => ({ properties: { code } })),
      }),
    );
    expect(statusesOf(answers)).toEqual({ 201: 1, 409: 9 });
    for (const { status, body } of answers) {
      if (status === 409) expect(body.error.code).toBe('UNIQUE_VIOLATION');
    }
  });

  it('in batches is claimed in one order, so that no circle of waits arises', async () => {
    const type = await defineType(tenant, { code: { data_type: 'string', is_unique: true } });
    const holder = await server.db.connect();
    const hold = (code: string) =>
      holder.query(
        `select app.objects_create(t, array[jsonb_build_object('code', $2::text)])
           from app.object_types t where t.id = $1`,
        [type.id, code],
      );
    await holder.query('begin');
    await hold('a');
    const objects = ['b', 'a'].map((code) => ({ properties: { code } }));
    const waiting = tenant.post(`${type.path}/batch/create`, { objects });
    await untilBlocked(server.db, holder);
    await hold('b'); // were it held by the batch already, each would now wait for the other
    await holder.query('commit');
    holder.release();
    expect((await waiting).body.error.code).toBe('UNIQUE_VIOLATION');
    expect(await deadlocks()).toBe(0);
  });
});

describe('batches over the same objects in different orders', () => {
  const changes: [string, (ids: string[]) => object][] = [
    ['update', (ids) => ({ updates: ids.map((object_id) => ({ object_id, properties: {} })) })],
    [
      'update?atomic=false',
      (ids) => ({ updates: ids.map((object_id) => ({ object_id, properties: {} })) }),
    ],
    ['delete', (object_ids) => ({ object_ids })],
    ['restore', (object_ids) => ({ object_ids })],
    ['delete', (object_ids) => ({ object_ids, permanent: true })],
  ];

  it('never block each other', async () => {
    const type = await defineType(tenant, { n: { data_type: 'integer', is_indexed: true } });
    const { body } = await tenant.post(`${type.path}/batch/create`, {
      objects: Array.from({ length: 100 }, (_, n) => ({ properties: { n } })),
    });
    const ids: string[] = body.data.ids;
    const shuffled = (seed: number) => ids.toSorted((a, b) => hash(a, seed) - hash(b, seed));
    for (const [name, change] of changes) {
      const answers = await times(12, (n) =>
        tenant.post(`${type.path}/batch/${name}`, change(shuffled(n))),
      );
      expect([name, statusesOf(answers)]).toEqual([name, { 200: 12 }]);
    }
    expect(await deadlocks()).toBe(0);
  });
});

function hash(text: string, seed: number): number {
  let value = seed;
  for (const char of text) value = (value * 31 + char.charCodeAt(0)) % 1_000_003;
  return value;
}

/** Deadlocks that PostgreSQL has found, and resolved, in this database. */
async function deadlocks(): Promise<number> {
  const { rows } = await server.db.query(
    `select deadlocks::int as n from pg_stat_database where datname = current_database()`,
  );
  return rows[0].n;
}
