import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';

const run = promisify(execFile);
const bin = fileURLToPath(new URL('../../bin', import.meta.url));
/** Needed to run, and for development. */
const packages = ['needed', 'tool'];

interface Registry {
  url: string;
  /** What was asked for. */
  paths: string[];
  close(): Promise<void>;
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** A registry of npm that has two packages. */
async function startRegistry(tarballs: Map<string, Buffer>): Promise<Registry> {
  const paths: string[] = [];
  const server = createServer((req, res) => {
    paths.push(req.url ?? '');
    const bytes = tarballs.get((req.url ?? '').slice(1));
    if (bytes) res.end(bytes);
    else res.writeHead(req.url?.startsWith('/-/ping') ? 200 : 404).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => closeServer(server));
  return { url, paths, close: () => closeServer(server) };
}

async function tarball(folder: string, name: string): Promise<Buffer> {
  const source = join(folder, `source-${name}`, 'package');
  await mkdir(source, { recursive: true });
  await writeFile(join(source, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
  await run('tar', ['czf', join(folder, `${name}.tgz`), '-C', dirname(source), 'package']);
  return readFile(join(folder, `${name}.tgz`));
}

/** A clone of a repository with our bin, a dependency and a tool, and a script that prints what is installed. */
async function clone() {
  const folder = await temporaryFolder();
  const root = join(folder, 'clone');
  const tarballs = new Map<string, Buffer>();
  for (const name of packages) tarballs.set(`${name}.tgz`, await tarball(folder, name));
  const registry = await startRegistry(tarballs);
  await cp(bin, join(root, 'bin'), { recursive: true });
  await mkdir(join(root, 'src'));
  await writeFile(join(root, 'src', 'cli.ts'), 'console.log("it runs");');
  const dependencies = { needed: '1.0.0' };
  const devDependencies = { tool: '1.0.0' };
  const base = { name: 'clone', version: '1.0.0', dependencies, devDependencies };
  await writeFile(join(root, 'package.json'), JSON.stringify(base));
  const locked = packages.map((name) => {
    const bytes = tarballs.get(`${name}.tgz`) as Buffer;
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    const resolved = `${registry.url}/${name}.tgz`;
    return [
      `node_modules/${name}`,
      { version: '1.0.0', resolved, integrity, ...(name === 'tool' && { dev: true }) },
    ];
  });
  const lock = { ...base, lockfileVersion: 3, requires: true };
  const all = { ...lock, packages: { '': base, ...Object.fromEntries(locked) } };
  await writeFile(join(root, 'package-lock.json'), JSON.stringify(all));
  const start = (address = registry.url) => launch(['bin/insula.js'], address);
  const test = () => launch(['bin/bootstrap.js', 'src/cli.ts'], registry.url);
  const launch = (args: string[], address: string) => {
    const { PATH = '', HOME = '/' } = process.env;
    const cache = join(folder, 'cache');
    const env = { PATH, HOME, npm_config_registry: address, npm_config_cache: cache };
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
  return { root, registry, start, test, installed };
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
    // Nobody listens on port 1.
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
