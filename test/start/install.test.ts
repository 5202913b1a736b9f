import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { closeServer, lockedAt, startRegistry, tarball } from '../support/npm-registry.ts';

const run = promisify(execFile);
const bin = fileURLToPath(new URL('../../bin', import.meta.url));
/** Needed to run, and for development. */
const packages = ['needed', 'tool'];

/** A package with Node: it says that it runs, and has what nothing needs. */
const runtime = {
  'bin/node': `#!/bin/sh\necho "by the runtime, $(command -v node)"\nexec "${process.execPath}" "$@"\n`,
  'include/node/node.h': '',
  'share/man/node.1': '',
};

/** A clone of a repository with our bin, a dependency and a tool, and a script that prints what is installed. */
async function clone() {
  const folder = await temporaryFolder();
  const root = join(folder, 'clone');
  const tarballs = new Map<string, Buffer>();
  for (const name of packages) tarballs.set(`${name}.tgz`, await tarball(folder, name));
  tarballs.set('runs.tgz', await tarball(folder, 'runs', runtime));
  const registry = await startRegistry(tarballs);
  const isOurs = (path: string) => !path.includes('node_modules');
  await cp(bin, join(root, 'bin'), {
    recursive: true,
    filter: (path) => isOurs(path.slice(bin.length)),
  });
  await mkdir(join(root, 'src'));
  await writeFile(join(root, 'src', 'cli.ts'), 'console.log("it runs");');
  const dependencies = { needed: '1.0.0' };
  const devDependencies = { tool: '1.0.0' };
  const base = { name: 'clone', version: '1.0.0', dependencies, devDependencies };
  await writeFile(join(root, 'package.json'), JSON.stringify(base));
  const locked = (name: string, flags: object) =>
    lockedAt(registry, name, tarballs.get(`${name}.tgz`) as Buffer, flags);
  const lock = (of: object, entries: object) =>
    JSON.stringify({ ...of, lockfileVersion: 3, requires: true, packages: { '': of, ...entries } });
  const entries = { ...locked('needed', {}), ...locked('tool', { dev: true }) };
  await writeFile(join(root, 'package-lock.json'), lock(base, entries));
  const ofRuntime = { private: true, optionalDependencies: { runs: '1.0.0' } };
  const runtimeFolder = join(root, 'bin', 'runtime');
  await writeFile(join(runtimeFolder, 'package.json'), JSON.stringify(ofRuntime));
  const lockOfRuntime = lock(ofRuntime, locked('runs', { optional: true }));
  await writeFile(join(runtimeFolder, 'package-lock.json'), lockOfRuntime);
  const start = (address = registry.url) => launch(['bin/insula.js'], address);
  const test = () => launch(['bin/bootstrap.js', 'src/cli.ts'], registry.url);
  /** On a machine whose Node is too old to run it. */
  const startOld = async (address = registry.url) => {
    const preload = join(folder, 'version.cjs');
    const versions = "{ ...process.versions, node: '20.20.2' }";
    await writeFile(preload, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
    return launch(['--require', preload, 'bin/insula.js'], address);
  };
  const launch = (args: string[], address: string) => {
    const { PATH = '', HOME = '/' } = process.env;
    const cache = join(folder, 'cache');
    // A wrong hash would be asked for again after half a minute, and after one more.
    const retries = { npm_config_fetch_retries: '0' };
    const env = { PATH, HOME, ...retries, npm_config_registry: address, npm_config_cache: cache };
    return new Promise<{ code: unknown; output: string }>((resolve) => {
      execFile(process.execPath, args, { cwd: root, env }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, output: stderr + stdout }),
      );
    });
  };
  const installed = async () =>
    (await readdir(join(root, 'node_modules')).catch(() => [] as string[]))
      .filter((name) => packages.includes(name))
      .sort();
  return { root, registry, tarballs, runtimeFolder, start, startOld, test, installed };
}

const noNetwork =
  'There is no network: npm cannot reach its registry, and its cache does not hold everything that is needed. Connect (or set a proxy: npm config set proxy), then run this again.';

describe('a fresh clone', () => {
  it('installs what the server needs at its first start, the tools at the first test, and then nothing', {
    timeout: 300_000,
  }, async () => {
    const { registry, start, test, installed } = await clone();
    const first = await start();
    expect(first).toEqual({ code: 0, output: expect.stringMatching(/^Installing.*once/) });
    expect(first.output).toContain('it runs');
    expect(await installed()).toEqual(['needed']);

    const tested = await test();
    expect(tested.output).toMatch(/^Installing the development tools/);
    expect(await installed()).toEqual(['needed', 'tool']);

    const asked = registry.paths.length;
    for (const again of [start, test, start])
      expect(await again()).toEqual({ code: 0, output: 'it runs\n' });
    expect(registry.paths.length).toBe(asked);
    expect(await installed()).toEqual(['needed', 'tool']);
  });

  it('keeps the tools when the server’s dependencies change', { timeout: 300_000 }, async () => {
    const { root, start, test, installed } = await clone();
    await test();
    const lock = join(root, 'package-lock.json');
    await writeFile(lock, `${await readFile(lock, 'utf8')}\n`);
    const { output } = await start();
    expect(output).toMatch(/^Installing the dependencies/);
    expect(await installed()).toEqual(['needed', 'tool']);
  });

  it('reports in one line that there is no network', { timeout: 300_000 }, async () => {
    const { start, installed } = await clone();
    // Port 1 is closed.
    const { code, output } = await start('http://127.0.0.1:1');
    expect(code).toBe(1);
    expect(output.trimEnd().split('\n').slice(1)).toEqual([noNetwork]);
    expect(await installed()).toEqual([]);
  });

  it('reports in one line that the network does not respond', { timeout: 300_000 }, async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => closeServer(silent));
    const { start } = await clone();
    const { code, output } = await start(
      `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    );
    expect([code, output.trimEnd().split('\n').at(-1)]).toEqual([1, noNetwork]);
  });

  it('needs no network when npm has everything cached', { timeout: 300_000 }, async () => {
    const { root, registry, start, installed } = await clone();
    await start();
    await registry.close();
    await run('rm', ['-r', join(root, 'node_modules')]);
    const { code, output } = await start();
    expect([code, output.split('\n').at(-2)]).toEqual([0, 'it runs']);
    expect(await installed()).toEqual(['needed']);
  });
});

describe('a machine whose Node is older than 24', () => {
  it('gets its Node once, without its headers, and starts without a network then', {
    timeout: 300_000,
  }, async () => {
    const { root, registry, runtimeFolder, start, startOld } = await clone();
    const newer = await start();
    expect(newer.code).toBe(0);
    expect(registry.paths).not.toContain('/runs.tgz');

    const first = await startOld();
    const folder = join(runtimeFolder, 'node_modules', 'runs');
    const runs = [`by the runtime, ${join(folder, 'bin', 'node')}`, 'it runs', ''];
    expect(first.output).toContain(
      'Installing a newer Node than 20.20.2 (npm ci); this happens once ...',
    );
    expect(first).toEqual({ code: 0, output: expect.stringContaining(runs.join('\n')) });
    expect((await readdir(folder)).sort()).toEqual(['bin', 'package.json']);

    await registry.close();
    expect(await startOld()).toEqual({ code: 0, output: runs.join('\n') });
    // Another installation needs no network either: npm has kept the package.
    await run('rm', ['-r', join(root, 'node_modules'), join(runtimeFolder, 'node_modules')]);
    const again = await startOld();
    expect(again).toEqual({ code: 0, output: expect.stringContaining(runs.join('\n')) });
  });

  it('gets none that is not the one in the lock file', { timeout: 300_000 }, async () => {
    const { tarballs, runtimeFolder, startOld } = await clone();
    tarballs.set(
      'runs.tgz',
      await tarball(await temporaryFolder(), 'runs', { 'bin/node': 'other' }),
    );
    const { code, output } = await startOld();
    expect([code, output.trimEnd().split('\n').at(-1)]).toEqual([
      1,
      `Insula needs Node 24; this is 20.20.2, and npm has no package of it for ${process.platform} on ${process.arch}, or could not install it. Install Node 24: https://nodejs.org/en/download`,
    ]);
    expect(await readdir(join(runtimeFolder, 'node_modules')).catch(() => [])).not.toContain(
      'runs',
    );
  });

  it('finds a package for its system, with a hash', async () => {
    const read = async (name: string) =>
      JSON.parse(await readFile(join(bin, 'runtime', name), 'utf8'));
    const { optionalDependencies } = await read('package.json');
    const { packages } = await read('package-lock.json');
    const systems = Object.entries<string>(optionalDependencies).map(([name, version]) => {
      const { os, cpu, ...locked } = packages[`node_modules/${name}`];
      expect(locked).toMatchObject({ version, integrity: expect.stringMatching(/^sha512-/) });
      expect(Number.parseInt(version, 10)).toBeGreaterThanOrEqual(24);
      return `${os} ${cpu}`;
    });
    expect(systems.sort()).toEqual([
      'darwin arm64',
      'darwin x64',
      'linux arm64',
      'linux x64',
      'win32 x64',
    ]);
  });
});
