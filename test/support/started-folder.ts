import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { placeForScratch } from '../../src/db/scratch.ts';
import { temporaryFolder, until } from './folder.ts';
import { insula } from './process.ts';

const run = promisify(execFile);
let original: Promise<string> | undefined;

/**
 * A DATA_DIR of its own that Insula has run on before: a copy of one that was made once, by a first start. In memory, where
 * there is plenty: what ends a process with SIGKILL takes nothing from there, either.
 */
export async function startedFolder(): Promise<string> {
  original ??= make();
  const folder = await temporaryFolder(await placeForScratch());
  // With its owners: PostgreSQL runs as another user, and refuses files of others.
  await run('cp', ['-a', `${await original}/.`, folder]);
  await moveToFreePort(join(folder, 'postgres/cluster/postgresql.conf'));
  return folder;
}

/** PostgreSQL would take the port of the original, if it is free: copies that start at the same time must not meet there. */
async function moveToFreePort(settings: string): Promise<void> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const text = await readFile(settings, 'utf8');
  // In place: it keeps its owner.
  await writeFile(settings, text.replace(/^port = '\d+'$/m, `port = '${port}'`));
}

/** One for all processes of the run: the first that asks makes it, and the others wait for less time than making takes. */
async function make(): Promise<string> {
  const folder = join(inject('shared'), 'started');
  const making = `${folder}.making`;
  const made = `${folder}.made`;
  const failed = `${folder}.failed`;
  try {
    await mkdir(making);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await until(() => existsSync(made) || existsSync(failed));
    if (existsSync(failed)) throw new Error('the first start failed in another process');
    return folder;
  }
  try {
    await startOnce(folder);
    await mkdir(made);
  } catch (error) {
    await mkdir(failed);
    throw error;
  }
  return folder;
}

async function startOnce(folder: string): Promise<void> {
  const first = insula(['start'], { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn' });
  await first.printed(/curl .*\n/);
  first.child.kill('SIGTERM');
  const code = await first.exit();
  if (code !== 0) throw new Error(`the first start ended with ${code}:\n${first.output()}`);
}
