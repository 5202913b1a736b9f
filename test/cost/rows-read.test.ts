import { beforeAll, expect, it } from 'vitest';
import { type Reading, rowsRead } from '../support/rows-read.ts';
import { seedObjects } from '../support/seed-objects.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const sizes = { small: 1_000, large: 10_000 };
type Size = keyof typeof sizes;

const server = useOwnDatabase();
const api = useTenant(server);

beforeAll(async () => {
  for (const [name, size] of Object.entries(sizes)) await fill(name, size);
  await server.db.query('analyze app.objects, app.object_index, app.object_search');
});

/** Every object has a number of its own, one of eight groups, and a code that ten objects share. */
async function fill(name: string, size: number): Promise<void> {
  await api.post('/v1/object-types', { name });
  const indexed = { is_indexed: true };
  for (const property of [
    { name: 'n', data_type: 'integer', ...indexed },
    { name: 'group', data_type: 'integer', ...indexed },
    { name: 'code', data_type: 'string', ...indexed },
    { name: 'day', data_type: 'date', ...indexed },
    { name: 'title', data_type: 'string' },
  ])
    await api.post(`/v1/object-types/${name}/properties`, property);
  const day = (n: number) => new Date(Date.UTC(2000, 0, 1 + n)).toISOString().slice(0, 10);
  const rows = Array.from({ length: size }, (_, n) => ({
    n,
    group: n % 8,
    code: `c${n % (size / 10)}`,
    day: day(n % 500),
    title: `thing ${n}`,
  }));
  const { status } = await api.post('/v1/data/import', { object_type_id: name, rows });
  expect(status).toBe(200);
}

type Args = Record<string, unknown>;
type Where = 'first' | 'middle' | 'last';

const at = (size: number, share: number) => Math.floor(size * share);
/** Filters by what they find: of each size of type the same number, or a share of it. */
const filters: Record<string, (size: number) => Args[]> = {
  'eq, ten match': () => [{ property: 'code', operator: 'eq', value: 'c7' }],
  'eq, an eighth matches': () => [{ property: 'group', operator: 'eq', value: 3 }],
  'in, twenty match': () => [{ property: 'code', operator: 'in', value: ['c7', 'c8'] }],
  'gte, half match': (size) => [{ property: 'n', operator: 'gte', value: at(size, 0.5) }],
  'gte and lt, 98 match': (size) => [
    { property: 'n', operator: 'gte', value: at(size, 0.5) },
    { property: 'n', operator: 'lt', value: at(size, 0.5) + 98 },
  ],
  'lt before gte, 98 match': (size) => [
    { property: 'n', operator: 'lt', value: at(size, 0.5) + 98 },
    { property: 'n', operator: 'gte', value: at(size, 0.5) },
  ],
  'between, 98 match': (size) => [
    { property: 'n', operator: 'between', value: [at(size, 0.5), at(size, 0.5) + 97] },
  ],
  'a range and eq, an eighth of 98 match': (size) => [
    { property: 'n', operator: 'gte', value: at(size, 0.5) },
    { property: 'n', operator: 'lt', value: at(size, 0.5) + 98 },
    { property: 'group', operator: 'eq', value: 3 },
  ],
  'or of two eq, twenty match': () => [
    {
      or: [
        { property: 'code', operator: 'eq', value: 'c7' },
        { property: 'code', operator: 'eq', value: 'c9' },
      ],
    },
  ],
  'starts_with, one code of ten': () => [
    { property: 'code', operator: 'starts_with', value: 'c99' },
    { property: 'code', operator: 'eq', value: 'c99' },
  ],
};
const sorts = ['created_at', 'n', 'group', 'code', 'day'];

/** The whole of a list by its pages, so that there is a cursor in the middle and one at the end. */
async function cursorsOf(
  operation: string,
  args: Args,
): Promise<Record<Where, string | undefined>> {
  const cursors: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { answer } = await rowsRead(server.pool, api.tenant.id, operation, {
      ...args,
      limit: 500,
      count: 'none',
      ...(cursor ? { cursor } : {}),
    });
    cursor = answer.next_cursor;
    if (cursor) cursors.push(cursor);
  }
  return {
    first: undefined,
    middle: cursors[Math.floor(cursors.length / 2)],
    last: cursors.at(-1),
  };
}

async function readings(operation: string, argsOf: (size: Size) => Args) {
  const found = new Map<Where, Record<Size, Reading>>();
  const of = async (size: Size) => {
    const args = argsOf(size);
    const cursors = await cursorsOf(operation, args);
    for (const where of ['first', 'middle', 'last'] as const) {
      const cursor = cursors[where];
      if (where !== 'first' && !cursor) continue;
      const reading = await rowsRead(server.pool, api.tenant.id, operation, {
        ...args,
        limit: 20,
        ...(cursor ? { cursor } : {}),
      });
      found.set(where, { ...found.get(where), [size]: reading } as Record<Size, Reading>);
    }
  };
  await of('small');
  await of('large');
  return found;
}

/** A page of 20 and the definitions; before it the ids of up to 1,000 that an index names, more than one if need be. */
const page = 700;
const oneList = 1_100;
/** Further reads allowed if more match than a page holds: one condition is counted by its index, to 10,000. */
const counted: Record<string, (size: number) => number> = {
  'eq, an eighth matches': (size) => size / 8 + 2 * oneList,
  'gte, half match': (size) => size / 2 + oneList,
  'a range and eq, an eighth of 98 match': () => oneList,
};

it.each(sorts.flatMap((sort) => ['asc', 'desc'].map((order) => [sort, order] as const)))(
  'a list sorted by %s %s reads a page, wherever it is',
  async (sort, order) => {
    const found = await readings('object_list', (size) => ({ object_type_id: size, sort, order }));
    for (const [where, { small, large }] of found) {
      const counts = `${where}: ${small?.read} of ${sizes.small}, ${large.read} of ${sizes.large}`;
      expect(large.read, counts).toBeLessThanOrEqual(150);
    }
  },
);

it.each(
  Object.keys(filters).flatMap((name) => ['created_at', 'n'].map((sort) => [name, sort] as const)),
)('a search for %s, sorted by %s, reads at most its matches', async (name, sort) => {
  const found = await readings('object_search', (size) => ({
    object_type_id: size,
    filters: filters[name]?.(sizes[size]),
    sort,
    order: 'desc',
  }));
  for (const [where, { small, large }] of found) {
    const counts = `${where}: ${small?.read} of ${sizes.small}, ${large.read} of ${sizes.large}`;
    expect(large.read, counts).toBeLessThanOrEqual(page + (counted[name]?.(sizes.large) ?? 0));
  }
});

it.each([
  ['trash', 'object_trash', {}],
  ['range', 'object_search', { filters: { created_at: { gte: '2000-01-01' } } }],
])('the %s of all objects (%s) reads a page, wherever it is', async (name, operation, args) => {
  const typeOf = (size: Size) => `${name}-${size}`;
  for (const size of ['small', 'large'] as const) {
    const { body } = await api.post('/v1/object-types', { name: typeOf(size) });
    await seedObjects(server.db, body.data.id, sizes[size], `'{}'::jsonb`);
    if (operation === 'object_trash')
      await server.db.query('update app.objects set is_deleted = true where object_type_id = $1', [
        body.data.id,
      ]);
  }
  const found = await readings(operation, (size) => ({ object_type_id: typeOf(size), ...args }));
  expect([...found.keys()]).toEqual(['first', 'middle', 'last']);
  for (const [where, { small, large }] of found) {
    const counts = `${where}: ${small?.read} of ${sizes.small}, ${large.read} of ${sizes.large}`;
    expect(large.read, counts).toBeLessThanOrEqual(
      page + (where === 'first' ? oneList : 2 * oneList),
    );
  }
});
