import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { placeForScratch } from '../../src/db/scratch.ts';
import { temporaryFolder } from './folder.ts';
import { insula } from './process.ts';

const run = promisify(execFile);
let made: Promise<string> | undefined;

/**
 * A DATA_DIR of its own that Insula has run on before: a copy of one that was made once, by a first start. In memory, where
 * there is plenty: what ends a process with SIGKILL takes nothing from there, either.
 */
export async function startedFolder(): Promise<string> {
  made ??= make();
  const original = await made;
  const folder = await temporaryFolder(await placeForScratch());
  // With its owners: PostgreSQL runs as somebody else, and refuses files of others.
  await run('cp', ['-a', `${original}/.`, folder]);
  return folder;
}

async function make(): Promise<string> {
  // One for each process of the run, which do not wait for each other.
  const folder = join(inject('shared'), `started-${process.pid}`);
  const first = insula(['start'], { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn' });
  await first.printed(/curl .*\n/);
  first.child.kill('SIGTERM');
  const code = await first.exit();
  if (code !== 0) throw new Error(`the first start ended with ${code}:\n${first.output()}`);
  return folder;
}
