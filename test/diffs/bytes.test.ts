import { expect, it } from 'vitest';
import type { Taken } from '../../src/groups/diffs/apply/applying.ts';
import { alike } from '../../src/groups/diffs/apply/task.ts';
import { onlyOf } from '../../src/groups/diffs/compare/only.ts';
import { compareObjects } from '../../src/groups/diffs/compare/rows.ts';

/** Large objects, of which a few hundred would fill the memory of a process. */

const large = 3 * 1024 * 1024;

it('are read a few at a time when tenants are compared', async () => {
  const asked: number[] = [];
  const one = (tenant: string, n: number) => ({
    id: `obj_${n}`,
    digest: `${tenant}${n}`,
    key: null,
  });
  const query = async (text: string, [tenant, , given]: [string, string, string | string[]]) => {
    if (!text.includes('diff_objects_read')) {
      const rows = Array.from({ length: 9 }, (_, n) => ({ ...one(tenant, n), bytes: large }));
      return { rows: given === '' ? rows : [] };
    }
    asked.push(given.length);
    const rows = [...given].map((id) => ({
      id,
      version: 1,
      properties: '{}',
      shown: '{}',
      key: null,
    }));
    return { rows };
  };
  const added: number[] = [];
  const add = Object.assign(async (changes: unknown[]) => void added.push(changes.length), {
    isFull: false,
  });
  const run = { query, signal: new AbortController().signal };
  const rows = {
    ...{ run: run as never, target: 'a', source: 'b', ignored: [], add: add as never },
    only: onlyOf(null),
  };
  await compareObjects(rows, { name: 'things', target: 't', source: 't' }, null);
  expect(added.reduce((sum, count) => sum + count, 0)).toBe(9);
  expect(Math.max(...asked)).toBe(1);
});

it('are applied a few at a time', () => {
  const taken = (n: number, bytes: number) =>
    ({ n, section: 'rows', kind: 'objects', type: 'things', bytes }) as Taken;
  const sizes = (bytes: number) =>
    alike(Array.from({ length: 6 }, (_, n) => taken(n, bytes))).map((group) => group.length);
  expect(sizes(large)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(sizes(1_000_000)).toEqual([4, 2]);
  expect(sizes(10)).toEqual([6]);
});
