import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const run = promisify(execFile);

export interface Registry {
  url: string;
  /** The requests so far. */
  paths: string[];
  close(): Promise<void>;
}

export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** A registry of npm that has these files. */
export async function startRegistry(tarballs: Map<string, Buffer>): Promise<Registry> {
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

export async function tarball(folder: string, name: string, files: Record<string, string> = {}) {
  const source = join(folder, `source-${name}`, 'package');
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(source, path)), { recursive: true });
    await writeFile(join(source, path), text);
    await chmod(join(source, path), 0o755);
  }
  await mkdir(source, { recursive: true });
  await writeFile(join(source, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
  await run('tar', ['czf', join(folder, `${name}.tgz`), '-C', dirname(source), 'package']);
  return readFile(join(folder, `${name}.tgz`));
}

/** The entry of such a package in a lock file. */
export function lockedAt({ url }: Registry, name: string, bytes: Buffer, flags: object = {}) {
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const resolved = `${url}/${name}.tgz`;
  return { [`node_modules/${name}`]: { version: '1.0.0', resolved, integrity, ...flags } };
}
