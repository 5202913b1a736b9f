import { existsSync, globSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { groups, routes } from '../../src/groups/index.ts';
import { isPlatform } from '../../src/http/route.ts';

const root = new URL('../../', import.meta.url);
const folders = readdirSync(new URL('src/groups/', root), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe.each(groups.map((group) => [group.name, group] as const))(
  'the group %s',
  (name, group) => {
    it('has the same name in src/groups, sql and test', () => {
      const functions = group.routes.every(isPlatform) ? 'sql/60_platform' : `sql/50_api/${name}`;
      for (const folder of [`src/groups/${name}/`, functions, `test/${name}`])
        expect(existsSync(new URL(folder, root)), folder).toBe(true);
    });

    it('has its own test', () => {
      expect(globSync(`test/${name}/**/*.test.ts`, { cwd: root }).length).toBeGreaterThan(0);
    });
  },
);

it('the list of groups contains every folder of src/groups', () => {
  expect(groups.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
});

it('every folder of sql/50_api belongs to a group', () => {
  const api = readdirSync(new URL('sql/50_api/', root));
  expect(api.filter((name) => !folders.includes(name))).toEqual([]);
});

it('no two routes have the same id, or the same method and path', () => {
  const ids = routes.map(({ id }) => id);
  const places = routes.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(places).size).toBe(places.length);
});
