import { existsSync, globSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { groups, routes } from '../../src/groups/index.ts';
import { functionOf, isPlatform, type Route } from '../../src/operations/route.ts';

const root = new URL('../../', import.meta.url);
const folders = readdirSync(new URL('src/groups/', root), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Operations of one group behind the routes of another, which hands them to its handlers: where they lie, and where not. */
const lent = {
  oauth: ['oauth_id_token', 'oauth_provider'],
  // To processes of 1.0, under its names.
  transactions: ['acts_of_1_0'],
  books: ['names_of_1_0'],
};
const borrowed = { auth: lent.oauth };

/** The operations behind routes, as the files that hold them are named. */
const operationsOf = (all: Route[]): string[] =>
  all.flatMap((route) => [
    ...(route.isComposed ? [] : [functionOf(route)]),
    ...(route.operations ?? []),
    ...(route.looks ?? []),
  ]);

const operationsIn = (folder: string): string[] =>
  globSync(`${folder}/*.sql`, { cwd: root }).map((path) => basename(path, '.sql'));

describe.each(groups.map((group) => [group.name, group] as const))(
  'the group %s',
  (name, group) => {
    it('has the same name in src/groups, sql and test', () => {
      const layers = group.routes
        .filter((route) => operationsOf([route]).length > 0)
        .map((route) => (isPlatform(route) ? '60_platform' : '50_api'));
      const functions = [...new Set(layers)].map((layer) => `sql/${layer}/${name}`);
      for (const folder of [`src/groups/${name}/`, ...functions, `test/${name}`])
        expect(existsSync(new URL(folder, root)), folder).toBe(true);
    });

    it('has its operations in its own folders of sql, and nothing else there', () => {
      const ofOthers = Object.entries(borrowed).find(([group]) => group === name)?.[1] ?? [];
      const own = Object.entries(lent).find(([group]) => group === name)?.[1] ?? [];
      for (const [layer, isOfLayer] of [
        ['50_api', (route: Route) => !isPlatform(route)],
        ['60_platform', isPlatform],
      ] as const) {
        const operations = operationsOf(group.routes.filter(isOfLayer));
        const here = operations.length > 0 ? [...operations, ...own] : operations;
        expect(operationsIn(`sql/${layer}/${name}`).toSorted()).toEqual(
          here.filter((one) => !ofOthers.includes(one)).toSorted(),
        );
      }
    });

    it('has its own test', () => {
      expect(globSync(`test/${name}/**/*.test.ts`, { cwd: root }).length).toBeGreaterThan(0);
    });
  },
);

it('the list of groups contains every folder of src/groups', () => {
  expect(groups.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
});

it.each(['50_api', '60_platform'])('every folder of sql/%s belongs to a group', (layer) => {
  const inside = readdirSync(new URL(`sql/${layer}/`, root));
  expect(inside.filter((name) => !folders.includes(name))).toEqual([]);
});

it('no two routes have the same id, or the same method and path', () => {
  const ids = routes.map(({ id }) => id);
  const places = routes.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(places).size).toBe(places.length);
});
