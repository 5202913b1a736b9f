import { expect, it } from 'vitest';
import { changesOf } from '../../src/groups/diffs/compare/parts.ts';
import type { Part } from '../../src/groups/diffs/compare/side.ts';

const type = (id: string, name: string): Part => ({
  kind: 'object_types',
  key: name,
  id,
  type: name,
  body: { name },
});
const property = (id: string, of: Part, name: string, more: object = {}): Part => ({
  kind: 'properties',
  key: `${of.key}.${name}`,
  id,
  type: of.key,
  parent: of.key,
  body: { name, ...more },
});

const lines = (target: Part[], source: Part[]) =>
  changesOf(target, source, new Set(), false).map(
    ({ action, kind, key }) => `${action} ${kind} ${key}`,
  );

it('renames a type that was renamed in a copy, and keeps its objects', () => {
  const [old, renamed] = [type('ot_1', 'tasks'), type('ot_1', 'jobs')];
  const target = [old, property('prop_1', old, 'title'), property('prop_2', old, 'n')];
  const source = [renamed, property('prop_1', renamed, 'name'), property('prop_2', renamed, 'n')];
  expect(lines(target, source)).toEqual([
    'update object_types jobs',
    'update properties jobs.name',
  ]);
});

it('a name counts more than an id', () => {
  const [a, b] = [type('ot_1', 'a'), type('ot_2', 'b')];
  expect(lines([a, b], [type('ot_1', 'b'), type('ot_2', 'a')])).toEqual([]);
});

it('removes the parts of something that goes with it', () => {
  const old = type('ot_1', 'tasks');
  expect(lines([old, property('prop_1', old, 'title')], [])).toEqual(['delete object_types tasks']);
});
