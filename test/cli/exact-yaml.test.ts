import { expect, it } from 'vitest';
import { parseYaml } from '../../src/cli/exact-yaml.ts';

it.each([
  ['a: 1.10', { a: 1.1 }],
  [
    'a: 1e2\nb: .5\nc: 0x10\nd: .inf\ne: "0.12345678901234567890"',
    { a: 100, b: 0.5, c: 16, d: Infinity, e: '0.12345678901234567890' },
  ],
  ['{"a": [9007199254740991, null]}', { a: [9007199254740991, null] }],
  ['a: &x {n: 1}\nb: *x', { a: { n: 1 }, b: { n: 1 } }],
])('reads %j', (text, value) => {
  expect(parseYaml(text)).toEqual(value);
});

it.each([
  '9007199254740993.0',
  '9.007199254740993e15',
  '0.12345678901234567890',
  '9007199254740993',
])('names the line of %s, which would lose digits', (number) => {
  expect(() => parseYaml(`a: 1\nb:\n  - ${number}\n`)).toThrow(/^\S+ in line 3 /);
});

it('refuses what is not YAML', () => {
  expect(() => parseYaml('a: [1')).toThrow();
});
