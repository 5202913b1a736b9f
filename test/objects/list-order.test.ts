import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { naiveOrder, type Sorted } from './naive-order.ts';

const server = useOwnDatabase();
const tenant = useTenant(server);
let type: DefinedType;

/** Each value is kept twice: in `name`, without an index, and in `name_i`, with one. */
const dataTypes = { text: 'text', number: 'number', flag: 'boolean', day: 'date', at: 'datetime' };
const names = Object.keys(dataTypes) as (keyof typeof dataTypes)[];

beforeAll(async () => {
  type = await defineType(
    tenant,
    Object.fromEntries(
      Object.entries(dataTypes).flatMap(([name, data_type]) => [
        [name, data_type],
        [`${name}_i`, { data_type, is_sortable: true }],
      ]),
    ),
  );
});
afterAll(async () => {
  expect(await checkIndex(server.db)).toEqual([]);
});

/** Few values, so that there are ties; texts that order otherwise by UTF-16, by locale, or at either end. */
const text = fc.oneof(
  fc.constantFrom('', ' ', 'a', 'A', 'b', 'ä', 'z', '~', '10', '9', '\uffff', '😀', '\u{10fffe}'),
  fc.constantFrom('\u{10ffff}', '\u{10ffff}a', '\u{10fffe}\u{10ffff}', 'x'.repeat(256)),
  fc.constantFrom('x'.repeat(257), `${'x'.repeat(256)}#`, `${'😀'.repeat(300)}`),
  fc.string({ unit: 'binary', maxLength: 3 }).filter((t) => !t.includes('\0')),
);
const number = fc.oneof(
  fc.constantFrom(0, 1, -1, 0.1, 1e300, -1e300, 5e-324, 2 ** 53 - 1, 2 ** 53 - 2),
  fc.integer({ min: -3, max: 3 }),
  fc.double({ min: -10, max: 10, noNaN: true }),
);
const day = fc.constantFrom('0001-01-01', '1999-12-31', '2026-01-01', '2026-01-02', '9999-12-31');
const at = fc.constantFrom(
  '2026-01-01T00:00:00Z',
  '2026-01-01T00:00:00.5Z',
  '2026-01-01T00:00:00.123Z',
  '2026-01-01T00:00:00.12Z',
  '2026-01-01T00:00:00.123456Z',
  '2025-12-31T23:30:00-01:00',
  '0001-01-01T00:00:00Z',
);
const row = fc.record({ text, number, flag: fc.boolean(), day, at }, { requiredKeys: [] });
const walk = fc.record({
  name: fc.constantFrom(...names),
  isIndexed: fc.boolean(),
  order: fc.constantFrom('asc', 'desc'),
  limit: fc.integer({ min: 1, max: 20 }),
});
type Walk = typeof walk extends fc.Arbitrary<infer T> ? T : never;

/** Creates the rows; returns them as they read back. */
async function fill(rows: object[]): Promise<Sorted[]> {
  const objects = rows.map((values) => ({
    properties: Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => [
        [name, value],
        [`${name}_i`, value],
      ]),
    ),
  }));
  const { status, body } = await tenant.post(`${type.path}/batch/create`, { objects });
  expect([status, body.error]).toEqual([201, undefined]);
  const read = await tenant.post(`${type.path}/batch/read`, { object_ids: body.data.ids });
  return read.body.data;
}

const clear = (objects: Sorted[]) =>
  tenant.post(`${type.path}/batch/delete`, {
    object_ids: objects.map((o) => o.id),
    permanent: true,
  });

const sortOf = ({ name, isIndexed }: Walk) => (isIndexed ? `${name}_i` : name);

/** All pages of a list; `between` is called after each but the last. */
async function pages(query: Walk, between?: () => Promise<void>): Promise<Sorted[]> {
  const seen: Sorted[] = [];
  for (let cursor = ''; ; ) {
    const sort = `sort=${sortOf(query)}&order=${query.order}&limit=${query.limit}`;
    const { body } = await tenant.get(`${type.path}/list?${sort}${cursor}`);
    seen.push(...body.data.results);
    if (!body.data.next_cursor) return seen;
    expect(body.data.results).toHaveLength(query.limit);
    cursor = `&cursor=${body.data.next_cursor}`;
    await between?.();
  }
}

describe('paging through a sorted list', () => {
  it('visits each object once, in the order of a naive sort, with or without an index', async () => {
    const rows = fc.array(row, { minLength: 1, maxLength: 40 });
    const walks = fc.array(walk, { minLength: 3, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(rows, walks, async (given, queries) => {
        const objects = await fill(given);
        try {
          for (const query of queries) {
            const expected = naiveOrder(objects, sortOf(query), query.order);
            const seen = await pages(query);
            expect(seen.map((o) => o.id)).toEqual(expected.map((o) => o.id));
          }
        } finally {
          await clear(objects);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('repeats and misses nothing while objects are created and deleted', async () => {
    const rows = fc.array(row, { minLength: 5, maxLength: 30 });
    const step = fc.record({ add: row, drop: fc.nat({ max: 40 }), undo: fc.boolean() });
    const steps = fc.array(step, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(rows, walk, steps, async (given, query, changes) => {
        const objects = await fill(given);
        const added: Sorted[] = [];
        const gone = new Set<string>();
        let turn = 0;
        const seen = await pages({ ...query, limit: Math.min(query.limit, 4) }, async () => {
          const change = changes[turn++ % changes.length] as (typeof changes)[number];
          if (turn > 20) return; // else it would never end: there would always be one more
          added.push(...(await fill([change.add])));
          const dropped = objects[change.drop % objects.length]?.id as string;
          await tenant.delete(`${type.path}/${dropped}`);
          if (change.undo) await tenant.post(`${type.path}/${dropped}/restore`);
          gone.add(dropped);
        });
        try {
          const visited = seen.map((o) => o.id);
          expect(new Set(visited).size).toBe(visited.length);
          const stayed = objects.filter((o) => !gone.has(o.id));
          const expected = naiveOrder(stayed, sortOf(query), query.order).map((o) => o.id);
          expect(visited.filter((id) => expected.includes(id))).toEqual(expected);
          const order = naiveOrder(seen, sortOf(query), query.order);
          expect(visited).toEqual(order.map((o) => o.id));
        } finally {
          await clear([...objects, ...added]);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('continues at its place when an index is added or removed in between', async () => {
    const values = [3, 1, undefined, 2, 2, undefined, 5].map((number) => ({ number }));
    const objects = await fill(values);
    const path = `/v1/object-types/${type.id}/properties/${type.properties.number}`;
    let isIndexed = false;
    const query = { name: 'number', isIndexed: false, order: 'desc', limit: 1 } as const;
    const seen = await pages(query, async () => {
      isIndexed = !isIndexed;
      await tenant.patch(path, { is_indexed: isIndexed });
    });
    expect(seen.map((o) => o.id)).toEqual(naiveOrder(objects, 'number', 'desc').map((o) => o.id));
    await clear(objects);
  });
});
