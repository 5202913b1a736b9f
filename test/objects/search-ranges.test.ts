import { beforeAll, describe, expect, it } from 'vitest';
import { good } from '../support/answers.ts';
import { seedObjects } from '../support/seed-objects.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

interface Condition {
  operator: string;
  value: number | string;
}

/** Forty share 5, more than a page has. The index has one place for four of the numbers at 0.1. */
const numbers = [
  ...Array(40).fill('5'),
  ...['-3', '-2.5', '0', '1', '2', '3', '4', '4.999', '5.001', '6', '7', '1e300', '-1e300'],
  ...['0.1', '0.1000000000000000055', '0.09999999999999999999', '0.1', '0.2', '0.3'],
];
let typeId: string;

beforeAll(async () => {
  typeId = (await good(api.post('/v1/object-types', { name: 'things' }))).id;
  for (const property of [
    { name: 'n', data_type: 'number', is_indexed: true },
    { name: 'day', data_type: 'date', is_indexed: true },
    { name: 'title', data_type: 'string' },
  ])
    await good(api.post('/v1/object-types/things/properties', property));
  await seedObjects(
    server.db,
    typeId,
    numbers.length,
    `jsonb_build_object('n', ('${JSON.stringify(numbers)}'::jsonb->>(i - 1))::numeric,
       'title', case when i % 3 = 0 then 'plum' else 'pear' end, 'day', '2026-01-' || lpad((1 + i % 9)::text, 2, '0'))`,
  );
  // Without a value, so in no range.
  await good(api.post('/v1/objects/things', { properties: {} }));
});

/** The ids that every object, looked at by itself, gives. */
async function expected(property: string, order: string, conditions: Condition[]) {
  const kind = property === 'n' ? 'numeric' : 'text collate "C"';
  const place = property === 'n' ? 'double precision' : 'text collate "C"';
  const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=', eq: '=' };
  const holds = conditions.map(({ operator, value }) => {
    const comparison = comparisons[operator as keyof typeof comparisons];
    return `((properties->>'${property}')::${kind}) ${comparison} '${value}'`;
  });
  const by = property === 'n' ? `(properties->>'n')::${place}` : `(properties->>'day')::${place}`;
  const { rows } = await server.db.query<{ id: string }>(
    `select id from app.objects where object_type_id = $1 and ${holds.join(' and ')}
     order by ${by} ${order}, id ${order}`,
    [typeId],
  );
  return rows.map(({ id }) => id);
}

/** All pages of a search, and the totals that they gave. */
async function walked(body: object) {
  const ids: string[] = [];
  const totals = new Set<number>();
  let cursor: string | undefined;
  do {
    const page = await good(
      api.post('/v1/objects/things/search', { ...body, limit: 7, ...(cursor && { cursor }) }),
    );
    ids.push(...page.results.map((one: { id: string }) => one.id));
    totals.add(page.total);
    cursor = page.next_cursor;
  } while (cursor);
  return { ids, totals: [...totals] };
}

const lows = ['gt', 'gte'];
const highs = ['lt', 'lte'];
const pairs = (low: number | string, high: number | string): Condition[][] => [
  ...lows.map((operator) => [{ operator, value: low }]),
  ...highs.map((operator) => [{ operator, value: high }]),
  ...lows.flatMap((from) =>
    highs.map((to) => [
      { operator: from, value: low },
      { operator: to, value: high },
    ]),
  ),
];
const cases: [property: string, order: string, conditions: Condition[], isCounted: boolean][] = [];
for (const order of ['asc', 'desc']) {
  for (const [low, high] of [
    [5, 6],
    [1, 5],
    [5, 5],
    [-3, 0],
    [6, 1],
  ] as const)
    for (const conditions of pairs(low, high)) cases.push(['n', order, conditions, true]);
  // The total is what the index has in its places.
  for (const conditions of pairs(0.1, 0.3)) cases.push(['n', order, conditions, false]);
  for (const conditions of pairs('2026-01-03', '2026-01-05'))
    cases.push(['day', order, conditions, true]);
}

describe('a range of an indexed property, in its order', () => {
  it.each(cases.map((one) => [`${one[0]} ${one[1]} ${JSON.stringify(one[2])}`, ...one] as const))(
    'finds all that are in it: %s',
    async (_, property, order, conditions, isCounted) => {
      const filters = conditions.map((one) => ({ property, ...one }));
      const found = await walked({ filters, sort: property, order });
      const ids = await expected(property, order, conditions);
      expect(found.ids).toEqual(ids);
      if (isCounted) expect(found.totals).toEqual([ids.length]);
      const turned = await walked({ filters: filters.toReversed(), sort: property, order });
      expect(turned).toEqual(found);
    },
  );
});

describe('a range of an indexed property, in another order', () => {
  it.each(pairs(1, 5).concat(pairs(5, 7)))('finds all that are in it: %j %j', async (...given) => {
    const conditions = given.filter(Boolean);
    const filters = conditions.map((one) => ({ property: 'n', ...one }));
    const ids = (await expected('n', 'asc', conditions)).toSorted();
    for (const [sort, order] of [
      ['id', 'asc'],
      ['id', 'desc'],
    ]) {
      const found = await walked({ filters, sort, order });
      expect(found).toEqual({
        ids: order === 'asc' ? ids : ids.toReversed(),
        totals: [ids.length],
      });
    }
    const byTitle = await walked({ filters, sort: 'title' });
    expect(byTitle.ids.toSorted()).toEqual(ids);
    expect(byTitle.totals).toEqual([ids.length]);
    const { rows } = await server.db.query<{ id: string }>(
      `select id from app.objects where id = any($1) and properties->>'title' = 'plum'`,
      [ids],
    );
    // By rank: the index of the range does not know the words.
    const ranked = await walked({ filters, query: 'plum' });
    expect(ranked.ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    expect(ranked.totals).toEqual([rows.length]);
  });
});

describe('one value of an indexed property', () => {
  it.each([5, 0.1, 0.2, -2.5, 8])('finds the objects that have it: %s', async (value) => {
    const condition = { operator: 'eq', value };
    for (const order of ['asc', 'desc']) {
      const found = await walked({ filters: [{ property: 'n', ...condition }], order });
      const ids = (await expected('n', 'asc', [condition])).toSorted();
      expect(found.ids).toEqual(order === 'asc' ? ids : ids.toReversed());
      if (value !== 0.1) expect(found.totals).toEqual([ids.length]);
    }
  });
});

it('holds both of two low ends', async () => {
  const filters = [
    { property: 'n', operator: 'gt', value: 5 },
    { property: 'n', operator: 'gte', value: 7 },
  ];
  const { ids } = await walked({ filters, sort: 'n' });
  expect(ids).toEqual(await expected('n', 'asc', [{ operator: 'gte', value: 7 }]));
});

it.each([
  ['gte', 2, 5],
  ['lte', 6, 5],
  ['gt', 5, 5],
  ['lt', 3, 5],
])('holds both an end and one value: %s %s and %s', async (operator, end, value) => {
  const conditions = [
    { operator, value: end },
    { operator: 'eq', value },
  ];
  const filters = conditions.map((one) => ({ property: 'n', ...one }));
  for (const order of ['asc', 'desc']) {
    const ids = await expected('n', order, conditions);
    for (const turned of [filters, filters.toReversed()])
      expect((await walked({ filters: turned, sort: 'n', order })).ids).toEqual(ids);
  }
});
