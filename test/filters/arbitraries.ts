import fc from 'fast-check';
import type { Filter } from './naive.ts';

/** Few values each, so that conditions meet objects; some that are hard: quotes, patterns, the ends of Unicode. */
const texts = [
  '',
  'a',
  'A',
  'ab',
  'b',
  'a.b',
  'a%b',
  '"a"',
  'ä',
  'Ä',
  '\\',
  'a\nb',
  '$5',
  '😀',
  '\uffff',
  '0',
  `${'x'.repeat(300)}1`,
  `${'x'.repeat(300)}2`,
];
const numbers = [0, 1, -1, 2, 10, 0.1, 1e21, -3.5];
const dates = ['2026-01-01', '2026-01-31', '2025-12-31'];
const moments = [
  '2026-01-01T00:00:00+00:00',
  '2026-01-01T00:00:00.5+00:00',
  '2026-01-01T12:00:00+00:00',
];
const prices = [
  5,
  7,
  { amount: '5.00', currency: 'EUR' },
  { amount: '5', currency: 'EUR' },
  { amount: '9.90', currency: 'EUR' },
  { amount: '5.00', currency: 'USD' },
];
const scalars = ['a', 'b', '', 1, 2, true, false];

const orders = ['lt', 'lte', 'gt', 'gte'];
const equals = ['eq', 'neq'];
const lists = ['in', 'nin'];
const pairs = ['between', 'not_between'];
const flags = ['is_null', 'exists', 'empty', 'not_empty'];
const parts = ['icontains', 'starts_with', 'ends_with', 'contains', 'not_contains'];

/** A property of the test's type: its data type, the values objects have, and what conditions it takes. */
interface Property {
  data_type: string;
  enum_values?: string[];
  values: unknown[];
  operators: { one?: string[]; list?: string[]; pair?: string[]; text?: string[] };
  /** Where a condition's values come from, when not from those of the objects. */
  given?: unknown[];
  paths?: string[];
}

const compared = { one: [...equals, ...orders], list: lists, pair: pairs };

export const properties: Record<string, Property> = {
  name: { data_type: 'string', values: texts, operators: { ...compared, text: parts } },
  note: { data_type: 'text', values: texts, operators: { ...compared, text: parts } },
  size: { data_type: 'number', values: numbers, operators: compared },
  stars: { data_type: 'rating', values: [0, 1, 5], operators: compared },
  open: { data_type: 'boolean', values: [true, false], operators: { one: equals, list: lists } },
  day: { data_type: 'date', values: dates, operators: compared },
  moment: {
    data_type: 'datetime',
    values: moments,
    operators: { ...compared, text: ['starts_with'] },
  },
  state: {
    data_type: 'enum',
    enum_values: ['new', 'open', 'done'],
    values: ['new', 'open', 'done'],
    operators: compared,
  },
  price: { data_type: 'currency', values: prices, operators: compared },
  tags: {
    data_type: 'array',
    values: [[], ['a'], ['a', 'b'], ['b', 1], [1, true], [['a']], [{ a: 1 }], ['']],
    given: scalars,
    operators: { one: ['contains', 'not_contains'], list: ['has_any', 'has_all'] },
  },
  extra: {
    data_type: 'json',
    values: ['a', 1, true, ['a', 1], [], '', { a: 1 }, { a: 'a', b: { c: 2 } }, { b: { c: null } }],
    given: scalars,
    operators: {
      one: [...equals, ...orders, 'contains', 'not_contains'],
      list: [...lists, 'has_any', 'has_all'],
      pair: pairs,
    },
    paths: ['extra', 'extra.a', 'extra.b.c', 'extra.z'],
  },
};

export const propertiesOfObject = fc.record(
  Object.fromEntries(
    Object.entries(properties).map(([name, { values }]) => [
      name,
      fc.option(fc.constantFrom(...values), { nil: undefined }),
    ]),
  ),
);

function leafOf(name: string, property: Property): fc.Arbitrary<Filter> {
  const { operators, values, given = values, paths = [name] } = property;
  const value = fc.constantFrom(...given);
  const condition = (names: string[], taken: fc.Arbitrary<unknown>) =>
    fc.record({
      property: fc.constantFrom(...paths),
      operator: fc.constantFrom(...names),
      value: taken,
    });
  const kinds = [condition(flags, fc.boolean())];
  if (operators.one) kinds.push(condition(operators.one, value));
  if (operators.list) kinds.push(condition(operators.list, fc.array(value, { maxLength: 3 })));
  if (operators.pair) kinds.push(condition(operators.pair, fc.tuple(value, value)));
  if (operators.text) kinds.push(condition(operators.text, value));
  return fc.oneof(...kinds) as fc.Arbitrary<Filter>;
}

export const leaf = fc.oneof(
  ...Object.entries(properties).map(([name, property]) => leafOf(name, property)),
  leafOf('version', { data_type: 'integer', values: [1, 2, 3], operators: compared }),
);

/** Trees of up to five levels, a leaf in the top array being the first. */
export const filterTree = fc.array(node(1), { minLength: 1, maxLength: 3 }) as fc.Arbitrary<
  Filter[]
>;

function node(depth: number): fc.Arbitrary<Filter> {
  if (depth >= 4) return leaf;
  const inner = fc.array(node(depth + 1), { maxLength: 3 });
  return fc.oneof(
    { arbitrary: leaf, weight: 5 },
    { arbitrary: inner.map((and) => ({ and })), weight: 1 },
    { arbitrary: inner.map((or) => ({ or })), weight: 1 },
    { arbitrary: node(depth + 1).map((not) => ({ not })), weight: 1 },
  );
}
