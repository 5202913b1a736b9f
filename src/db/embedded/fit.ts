import { execFile } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { withClient } from '../client.ts';
import { type Binaries, bundledPackage, describeBinaries, major } from './binaries.ts';
import { EmbeddedError, type OsUser } from './os-user.ts';

const run = promisify(execFile);

/** Libraries that every database of Insula uses: contrib modules, which some systems keep in a package of their own. */
const neededLibraries = ['pg_stat_statements', 'pg_trgm', 'btree_gin', 'pgcrypto'].map(
  (name) => `$libdir/${name}`,
);

/** How a cluster was last run: by which program, and which libraries its functions needed. */
export interface LastRun {
  postgres?: string;
  libraries: readonly string[];
}

/** @throws EmbeddedError when the cluster is that of another major version */
export function requireMajor(cluster: string): void {
  const made = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (made === String(major)) return;
  throw new EmbeddedError(
    `${cluster} was created by PostgreSQL ${made}; Insula runs PostgreSQL ${major}. ` +
      'Move the data with pg_dump and pg_restore, or choose another DATA_DIR.',
  );
}

/**
 * Asks a PostgreSQL whether it can run a cluster that it has not run last, before anything of the cluster is written:
 * it reads the control file (catalog version, sizes of blocks and segments) and the settings, and loads the libraries.
 * @throws EmbeddedError with the reason and what to do
 */
export async function requireFit(
  cluster: string,
  binaries: Binaries,
  user: OsUser | undefined,
  last: LastRun = { libraries: [] },
  fault = `cannot run the database in ${cluster}, which is left as it is`,
): Promise<void> {
  const ask = async (setting: string, ...more: string[]): Promise<string> => {
    // The details of a refusal too, which Insula's own settings leave out of the log.
    const args = ['-D', cluster, '-C', setting, '-c', 'log_error_verbosity=default', ...more];
    const { stdout } = await run(binaries.postgres, args, {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      ...(user && { uid: user.uid, gid: user.gid }),
    });
    return stdout.trim();
  };
  try {
    const own = (await ask('shared_preload_libraries')).split(',').map((name) => name.trim());
    const all = new Set(
      [...own, ...neededLibraries, ...last.libraries].filter((name) => name !== ''),
    );
    // Only a setting that depends on the control file makes it read that, and load what is preloaded.
    await ask('wal_segment_size', '-c', `shared_preload_libraries=${[...all].join(',')}`);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw notFit(binaries, `${fault}: ${saidIn(stderr) || message}`, last, error);
  }
}

/**
 * Loads every library that functions of the database name: what `requireFit` could not know, because the database was
 * not ended in order, or comes from a backup.
 * @param url the superuser, on the database
 * @throws EmbeddedError when one is missing
 */
export async function requireLibraries(
  url: string,
  cluster: string,
  binaries: Binaries,
  last: LastRun,
): Promise<void> {
  await withClient(url, 'libraries', async (client) => {
    const { rows } = await client.query<{ probin: string }>(librariesSql);
    for (const { probin } of rows)
      await client.query(`load '${probin.replaceAll("'", "''")}'`).catch((error: Error) => {
        throw notFit(
          binaries,
          `cannot run the database in ${cluster}: ${error.message}`,
          last,
          error,
        );
      });
  });
}

/** One of PostgreSQL's own need not be looked for. */
export const librariesSql = `select distinct probin from pg_proc where probin is not null and oid >= 16384 order by 1`;

function notFit(
  binaries: Binaries,
  fault: string,
  { postgres }: LastRun,
  cause: unknown,
): EmbeddedError {
  const library = /access file "(?:\$libdir\/)?([^"]+)"/.exec(fault)?.[1];
  const brings = library && packages[library] ? ` (${packages[library]})` : '';
  const install = library && `install the package that brings ${library} to it${brings}`;
  const ways = [install, wayOf(binaries, postgres)]
    .filter((way) => way !== undefined)
    .join(', or ');
  return new EmbeddedError(
    `${describeBinaries(binaries)} ${fault}. ${ways.replace(/^./, (first) => first.toUpperCase())}`,
    { cause },
  );
}

const contrib = 'the contrib modules of PostgreSQL, such as postgresql18-contrib';
const packages: Record<string, string> = {
  pg_stat_statements: contrib,
  pg_trgm: contrib,
  btree_gin: contrib,
  pgcrypto: contrib,
  vector: `pgvector, such as postgresql-${major}-pgvector`,
};

/** Tells how to start the cluster instead. */
function wayOf(binaries: Binaries, lastRun: string | undefined): string {
  const native = bundledPackage()?.native;
  const ours = native && realpathSync(join(native, 'bin'));
  const last = lastRun && dirname(lastRun);
  if (last && last !== binaries.folder && existsSync(lastRun))
    return `start it with the PostgreSQL that last ran it: PG_BIN=${last === ours ? 'bundled' : last}.`;
  if (last && last !== binaries.folder)
    return `start it with a PostgreSQL such as the one that last ran it, which is gone: ${last}.`;
  return binaries.isBundled
    ? 'start it with the PostgreSQL that made it: see PG_BIN.'
    : 'start it with the PostgreSQL that comes with Insula: PG_BIN=bundled.';
}

/** Returns the errors in a log of PostgreSQL, without dates and without hints, which advise creating the cluster again. */
const saidIn = (log = ''): string =>
  [...log.matchAll(/(?:FATAL|ERROR|DETAIL): +(.*)/g)]
    .map(([, text = '']) => text.replace(/\.$/, ''))
    .join(': ') || log.trim();
