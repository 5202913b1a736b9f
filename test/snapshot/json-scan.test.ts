import fc from 'fast-check';
import { expect, it } from 'vitest';
import { JsonFault, rowEnd } from '../../src/snapshot/json-scan.ts';
import { nesting } from '../../src/snapshot/limits.ts';

const accepts = (row: string, columns: number): boolean => {
  const bytes = Buffer.from(`${row}\n[]\n`);
  try {
    expect(rowEnd(bytes, 0, columns)).toBe(bytes.length - 3);
    return true;
  } catch (error) {
    if (error instanceof JsonFault) return false;
    throw error;
  }
};

/** Of ECMAScript, what TypeScript does not know yet: the text of a number. */
type Revive = (name: string, value: unknown, context: { source?: string }) => unknown;
const { parse } = JSON as unknown as { parse(text: string, revive: Revive): unknown };

/** Undefined for what is no JSON, or has a number of more than 400 digits. */
const parsed = (row: string): unknown => {
  let isLarge = false;
  try {
    const value = parse(row, (_, one, { source }) => {
      if (typeof one === 'number' && Number(/e[+-]?(\d+)$/i.exec(source ?? '')?.[1] ?? 0) > 400)
        isLarge = true;
      return one;
    });
    return isLarge ? undefined : value;
  } catch {
    return undefined;
  }
};

const tokens = [
  ...[
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    '"',
    '\\',
    ' ',
    '\t',
    '"a"',
    '"a":',
    '{"a":1}',
    '[]',
    'true',
    'null',
    'nul',
  ],
  ...[
    '0',
    '-',
    '1',
    '.',
    'e',
    'E',
    '+',
    '12',
    '1.5',
    '-0',
    '01',
    '1e5',
    'u',
    '\\u00e4',
    '\\ud800',
    '\\n',
    'ä',
  ],
];

it('takes exactly the arrays that JSON.parse takes, from texts made of tokens', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...tokens), { maxLength: 12 }), (parts) => {
      const row = `[${parts.join('')}]`;
      const value = parsed(row);
      expect(accepts(row, Array.isArray(value) ? value.length : 0)).toBe(value !== undefined);
    }),
    { numRuns: 20_000 },
  );
});

it('takes exactly the arrays that JSON.parse takes, from values of which something is changed', () => {
  const array = fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 5 });
  const change = fc.tuple(fc.nat(), fc.constantFrom(...tokens), fc.nat({ max: 2 }));
  fc.assert(
    fc.property(array, fc.option(change), (values, changed) => {
      const text = JSON.stringify(values);
      const [where, token, gone] = changed ?? [0, '', 0];
      const at = where % text.length;
      const row = text.slice(0, at) + token + text.slice(at + gone);
      const value = parsed(row);
      const isRow = Array.isArray(value) && row.startsWith('[') && row.endsWith(']');
      expect(accepts(row, isRow ? value.length : 0)).toBe(isRow);
    }),
    { numRuns: 20_000 },
  );
});

it('counts levels and values, whatever they hold', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect([accepts(deep(nesting), 1), accepts(deep(nesting + 1), 1)]).toEqual([true, false]);
  const inner = nesting - 2;
  const members = `{"a":${'{"a":'.repeat(inner)}1${'}'.repeat(inner + 1)}`;
  expect([accepts(`[${members}]`, 1), accepts(`[[${members}]]`, 1)]).toEqual([true, false]);
  expect(accepts(`[${'[],'.repeat(99)}{}]`, 100)).toBe(true);
  expect(accepts('[[1,2],{"a":[3,4]}]', 2)).toBe(true);
  for (const columns of [0, 1, 3, 4]) expect(accepts('[[1,2],{"a":[3,4]}]', columns)).toBe(false);
});

it('takes no number whose digits would fill a disk', () => {
  for (const number of ['1e400', '-1.5E-400', '1e+0000308'])
    expect([number, accepts(`[${number}]`, 1)]).toEqual([number, true]);
  for (const number of ['1e401', '1E-401', '1e131071', `1e${'9'.repeat(40)}`])
    expect([number, accepts(`[${number}]`, 1)]).toEqual([number, false]);
});

it('takes no line break between tokens, where a row would have two', () => {
  for (const row of ['[1,\n2]', '[1,\r2]', '[1\n,2]', '["\n",2]'])
    expect(accepts(row, 2)).toBe(false);
});
