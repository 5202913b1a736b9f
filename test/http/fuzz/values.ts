import type { Random } from './random.ts';

/** Values that no field expects, or that any field might mistake for something. */
const hostile: unknown[] = [
  ...[null, true, false, 0, -0, 1, -1, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, 1e308, 5e-324],
  ...['', ' ', '0', 'null', 'true', '[]', '{}', '\\', '%', '$1', '"', "'; drop table a; --"],
  ...['\u0001\u007f\u202e', '\ufeffa', '\u0130\u0131', 'e\u0301'.repeat(50), '💩'.repeat(200)],
  ...['__proto__', 'constructor', 'toString', 'NaN', 'Infinity', '-Infinity', '1e400', '0x10'],
  ...['2026-13-45T25:61:61Z', '0000-00-00', '294277-01-01T00:00:00Z', '-4713-01-01T00:00:00Z'],
  ...['a@b', 'javascript:alert(1)', 'http://[::1', '{{a}}', '<script>', '(?:a+)+$', '*'],
  ...[[], [null], [[]], [{}], ['a', 'a'], {}, { a: { b: [null] } }, { $now: 'x' }, { and: [] }],
  ...[{ not: { not: {} } }, { operator: 'eq' }, { property: 1, operator: [], value: {} }],
  ...[{ length: 3 }, { toJSON: 1 }, { $ref: '#' }, { '': '' }, { 'a.b[0]': 1 }],
];
const texts = hostile.filter((value) => typeof value === 'string');

export function hostileValue(random: Random): unknown {
  if (random.hits(2)) return 'x'.repeat(10 ** random.below(6));
  if (random.hits(2)) return nested(random, random.below(70));
  return random.of(hostile);
}
export const hostileText = (random: Random): string =>
  random.hits(5) ? 'x'.repeat(random.below(4_000)) : random.of(texts);

function nested(random: Random, depth: number): unknown {
  let value: unknown = random.of(hostile);
  const name = random.of(['a', 'and', 'not', 'or', 'properties', 'filters', '0']);
  for (let n = 0; n < depth; n++) value = random.hits(50) ? { [name]: value } : [value];
  return value;
}

/** A copy in which something was exchanged, left out, added or doubled. */
export function mutated(random: Random, value: unknown, level = 0): unknown {
  const isDeep = typeof value === 'object' && value !== null && level < 6;
  if (!isDeep || random.hits(10)) return hostileValue(random);
  if (Array.isArray(value)) {
    const at = random.below(value.length + 1);
    if (at === value.length) return [...value, hostileValue(random)];
    if (random.hits(15)) return [...value, ...value];
    return value.map((one, n) => (n === at ? mutated(random, one, level + 1) : one));
  }
  const names = Object.keys(value);
  if (names.length === 0 || random.hits(5))
    return { ...value, [hostileText(random)]: hostileValue(random) };
  const chosen = random.of(names);
  if (random.hits(10))
    return Object.fromEntries(Object.entries(value).filter(([name]) => name !== chosen));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === chosen ? mutated(random, one, level + 1) : one,
    ]),
  );
}
