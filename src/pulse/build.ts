import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { committedFiles } from '../db/graphile-migrate.ts';
import { version } from '../ground/machine/version.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

/** The running build. */
export interface Build {
  version: string;
  /** Of git, in full; `unknown` if neither a checkout nor the image names it. */
  commit: string;
  /** The number of the newest migration. */
  migration: string;
}

let found: Promise<Build> | undefined;

export function build(): Promise<Build> {
  found ??= look();
  return found;
}

async function look(): Promise<Build> {
  const [commit, files] = await Promise.all([commitHere(), committedFiles()]);
  return { version, commit, migration: files.at(-1)?.replace('.sql', '') ?? 'none' };
}

/** The Dockerfile writes it down, as an image has no history; a checkout asks git. */
async function commitHere(): Promise<string> {
  const written = await readFile(`${root}.commit`, 'utf8').catch(() => '');
  const text = written.trim() || (await commitOfCheckout().catch(() => ''));
  return /^[0-9a-f]{40,64}$/.test(text) ? text : 'unknown';
}

async function commitOfCheckout(): Promise<string> {
  const { stdout } = await run('git', ['-C', root, 'rev-parse', '--show-toplevel', 'HEAD'], {
    timeout: 2_000,
  });
  const [top = '', commit = ''] = stdout.split('\n');
  // Unpacked below the checkout of something else, it is not that one's commit.
  return `${realpathSync(top)}/` === realpathSync(root).replace(/\/?$/, '/') ? commit : '';
}

/** `1.1.0 (commit 35df05af1a7a, migration 000045)` */
export const describeBuild = ({ version, commit, migration }: Build): string =>
  `${version} (commit ${commit.slice(0, 12)}, migration ${migration})`;
