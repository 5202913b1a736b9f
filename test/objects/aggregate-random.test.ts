import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { filterTree, properties, propertiesOfObject } from '../filters/arbitraries.ts';
import type { Filter, NaiveObject } from '../filters/naive.ts';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { type Aggregate, aggregate, type Fn, type Metric, nameOf } from './naive-aggregate.ts';

const server = useServer();
const api = useTenant(server);
const types = ['plain', 'indexed'];
const stored: Record<string, NaiveObject[]> = {};
const count = 100;

beforeAll(async () => {
  const given = fc.sample(propertiesOfObject, { numRuns: count, seed: 11 });
  for (const name of types) {
    const settings = Object.entries(properties).map(([property, { data_type, enum_values }]) => [
      property,
      { data_type, enum_values, is_indexed: name === 'indexed' },
    ]);
    const { path } = await defineType(api, Object.fromEntries(settings), { name });
    // JavaScript would lose the digits of its sums.
    const exact = (size: unknown) => (size === 1e21 ? 1e9 : size);
    const objects = given.map((each) => ({ properties: { ...each, size: exact(each.size) } }));
    const { ids } = (await api.post(`${path}/batch/create`, { objects })).body.data;
    const trashed = ids.slice(0, 5);
    await api.post(`${path}/batch/delete`, { object_ids: trashed });
    await api.patch(`${path}/${ids[7]}`, { properties: { size: 2 } });
    stored[name] = (await api.post(`${path}/batch/read`, { object_ids: ids })).body.data;
  }
});

const groups = [...Object.keys(properties), 'extra.a', 'extra.b.c', 'price.currency', 'version'];
const numeric = ['size', 'stars', 'price', 'extra', 'extra.a', 'version'];
const ordered = [...numeric, 'name', 'note', 'open', 'day', 'moment', 'state'];
const taken: [Fn[], string[]][] = [
  [['sum', 'avg'], numeric],
  [['min', 'max'], ordered],
  [['count', 'distinct'], groups],
];

const metric: fc.Arbitrary<Metric> = fc.oneof(
  fc.constant<Metric>({ fn: 'count' }),
  ...taken.map(([fns, names]) =>
    fc.record({ fn: fc.constantFrom(...fns), property: fc.constantFrom(...names) }),
  ),
);

const bodies: fc.Arbitrary<Aggregate> = fc
  .record({
    filters: fc.oneof(fc.constant<Filter[]>([]), filterTree),
    group_by: fc.uniqueArray(fc.constantFrom(...groups), { maxLength: 3 }),
    // Averages are rounded: rows are not ordered by them here.
    metrics: fc
      .uniqueArray(metric, { maxLength: 4, selector: nameOf })
      .filter(([first]) => first?.fn !== 'avg'),
    interval: fc.option(
      fc.constantFrom('minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'),
      { nil: undefined },
    ),
    limit: fc.constantFrom(1, 5, 1000),
    sort: fc.nat({ max: 8 }),
    order: fc.constantFrom('asc' as const, 'desc' as const, undefined),
  })
  .map(({ sort, interval, ...body }) => {
    const byAverage = body.metrics.filter(({ fn }) => fn === 'avg').map(nameOf);
    const names = [...body.group_by, ...body.metrics.map(nameOf)];
    const hasTime = body.group_by.some((name) => name === 'day' || name === 'moment');
    return {
      ...body,
      interval: hasTime ? interval : undefined,
      sort: names.filter((name) => !byAverage.includes(name))[sort],
    };
  });

/** Averages to 12 digits: PostgreSQL's have more than JavaScript's. */
const rounded = (data: unknown) =>
  JSON.parse(JSON.stringify(data), (key, value) => {
    if (!key.startsWith('avg') || value === null) return value;
    const digits = (number: unknown) => Number(number).toPrecision(12);
    return typeof value === 'object' ? { ...value, amount: digits(value.amount) } : digits(value);
  });

describe('an aggregate matches a naive calculation', () => {
  it.each(types)('in the type %s', async (type) => {
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const expected = aggregate(stored[type] as NaiveObject[], body);
        const answer = await api.post(`/v1/objects/${type}/aggregate`, body);
        if (expected) expect(rounded(answer.body.data)).toEqual(rounded(expected));
        else expect(answer.body.error?.details?.[0]?.code).toBe('several_currencies');
      }),
      { numRuns: 400, endOnFailure: false },
    );
  });
});
