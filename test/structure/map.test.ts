import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { page, root } from '../docs/pages.ts';

const map = page('docs/map.md');
/** The folders that have a line, each with what the line says. */
const lines = new Map(
  [...map.matchAll(/^\| `((?:src|sql|test)\/[\w/-]+)` \| (.+) \|$/gm)].map(
    ([, folder = '', text = '']) => [folder, text],
  ),
);

const foldersIn = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}/${name}`);

describe('docs/map.md', () => {
  it('has a line for every folder, and a folder for every line', () => {
    const folders = [
      ...['src', 'src/ground', 'src/tools', 'src/groups', 'src/doors'],
      ...['sql', 'sql/20_engines', 'test'],
    ].flatMap(foldersIn);
    expect([...lines.keys()].toSorted()).toEqual(folders.toSorted());
  });

  it.each(foldersIn('sql/20_engines'))('names every engine of %s', (layer) => {
    const named = [...(lines.get(layer) ?? '').matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
    const engines = foldersIn(layer).map((path) => path.slice(layer.length + 1));
    expect(named.toSorted()).toEqual(engines.toSorted());
  });
});
