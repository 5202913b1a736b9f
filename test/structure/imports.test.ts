import { describe, expect, it } from 'vitest';
import { circles, type Import, importsOf, sources } from './sources.ts';

const files = sources('src/**/*.ts');
const imports = [...files].flatMap(([path, text]) => importsOf(path, text));
const groupOf = (path: string) => /^src\/groups\/([^/]+)\//.exec(path)?.[1];
const shown = ({ from, to }: Import) => `${from} imports ${to}`;

/** Folders whose files are for all groups, and so know none of them: those below, and the doors, which are given them. */
const shared = [
  ...['ground', 'credentials', 'db', 'outbound', 'storage', 'sandbox', 'computing', 'pulse'],
  ...['operations', 'tools', 'doors'],
];

describe('the imports of the source files', () => {
  it('are found by this check', () => {
    expect(imports.length).toBeGreaterThan(1000);
    expect(imports.some(({ isLazy }) => isLazy)).toBe(true);
    for (const { to } of imports) if (to.endsWith('.ts')) expect(files.has(to), to).toBe(true);
  });

  it('of the shared folders lead to no group', () => {
    const wrong = imports.filter(
      ({ from, to }) => shared.includes(from.split('/')[1] as string) && groupOf(to),
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  it('between groups lead only to shapes or to the index of a group', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [here, there] = [groupOf(from), groupOf(to)];
      return here && there && here !== there && !/\/([\w-]*shapes|index)\.ts$/.test(to);
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it('form no circle of loaded modules', () => {
    const loaded = imports.filter(({ isType, isLazy }) => !isType && !isLazy);
    expect(circles(loaded.map(({ from, to }) => [from, to]))).toEqual([]);
  });
});

it('only handlers know HandlerCall', () => {
  const may = /^src\/(operations\/(handler|lazy-handler)\.ts|groups\/[^/]+\/handlers(\.ts|\/.*))$/;
  const wrong = [...files].filter(
    ([path, text]) => /\bHandlerCall\b/.test(text) && !may.test(path),
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});
