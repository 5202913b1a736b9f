import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../docs/pages.ts';
import { circles, type Import, importsOf, modulesNamedIn, sources } from './sources.ts';

/**
 * The floors of src, the lowest first, each with its rooms: folders of src that stand side by side, or one folder whose own
 * folders are the rooms. A file imports from its floor and from those below, whatever the import is for: values, types, a
 * module that is loaded later, or the address of one that a thread or a process runs.
 */
const floors = [
  ['ground'],
  [
    'credentials',
    'db',
    'outbound',
    'storage',
    'sandbox',
    'computing',
    'pulse',
    'snapshot',
    'backup',
  ],
  ['operations'],
  ['tools'],
  ['groups'],
  ['doors'],
  ['process'],
  ['cli', 'docs'],
];

const floorOf = (path: string): number => {
  const folder = path.split('/')[1]?.replace(/\.ts$/, '') as string;
  return floors.findIndex((rooms) => rooms.includes(folder));
};

/** `src/tools/messages` on the floor `tools`, `src/db` beside others; files that lie on a floor itself are a room as well. */
function roomOf(path: string): string {
  const parts = path.split('/');
  const isFolder = floors[floorOf(path)]?.length === 1 && parts.length > 3;
  return parts
    .slice(0, isFolder ? 3 : 2)
    .join('/')
    .replace(/\.ts$/, '');
}

const files = [...sources('src/**/*.ts')];
const imports: Import[] = files.flatMap(([path, text]) => [
  ...importsOf(path, text),
  ...modulesNamedIn(path, text),
]);

const upward = (all: Import[]): string[] =>
  all.flatMap(({ from, to }) => (floorOf(to) > floorOf(from) ? `${from} imports ${to}` : []));

const circlesOfRooms = (all: Import[]): string[][] =>
  circles(
    all
      .filter(({ from, to }) => floorOf(from) === floorOf(to) && roomOf(from) !== roomOf(to))
      .map(({ from, to }) => [roomOf(from), roomOf(to)]),
  );

describe('the floors of src', () => {
  it('have every folder of src', () => {
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true });
    const names = folders.map(({ name }) => name.replace(/\.ts$/, ''));
    // src/cli.ts is where the commands begin.
    expect([...new Set(names)].toSorted()).toEqual(floors.flat().toSorted());
  });

  it('have no import that leads upwards', () => {
    expect(upward(imports)).toEqual([]);
  });

  it('have no circle of rooms', () => {
    expect(circlesOfRooms(imports)).toEqual([]);
  });

  it('have circles of few files only, types and later loading included', () => {
    const all = circles(imports.map(({ from, to }) => [from, to]));
    for (const circle of all) expect(circle.length, circle.join(', ')).toBeLessThanOrEqual(4);
  });
});

describe('the checks can fail:', () => {
  const of = (path: string, text: string) => [
    ...importsOf(path, text),
    ...modulesNamedIn(path, text),
  ];

  it.each([
    ['a value', "import { a } from '../tools/a/a.ts';"],
    ['a type', "import type { A } from '../tools/a/a.ts';"],
    ['a module that is loaded later', "const a = () => import('../tools/a/a.ts');"],
    ['the type of a module', "let a: typeof import('../tools/a/a.ts').a;"],
    ['the address of a module', "const a = new URL('../tools/a/a.ts', import.meta.url);"],
    ['a module that it adds to', "declare module '../tools/a/a.ts' {\n}"],
  ])('%s from above is found', (_, text) => {
    expect(upward(of('src/db/b.ts', text))).toEqual(['src/db/b.ts imports src/tools/a/a.ts']);
    expect(upward(of('src/tools/b.ts', text.replaceAll('../tools', '.')))).toEqual([]);
  });

  it('two rooms that import each other are found', () => {
    const all = [
      ...of('src/tools/a/a.ts', "import type { B } from '../b/b.ts';"),
      ...of('src/tools/b/b.ts', "import { a } from '../a/a.ts';"),
    ];
    expect(circlesOfRooms(all)).toEqual([['src/tools/a', 'src/tools/b']]);
  });
});
