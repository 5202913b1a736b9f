import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Binaries, major, programsIn } from './binaries.ts';
import { EmbeddedError, type OsUser, userCan } from './os-user.ts';
import { folderFault, pathFault } from './trusted-path.ts';

/** Where packages put the programs of this version. */
export const usualFolders = [
  // Debian and Ubuntu; the project's own packages for Red Hat and its relatives; the default of its source.
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
  '/usr/local/pgsql/bin',
  // Homebrew on Apple's processors, on Intel's, on Linux; Postgres.app.
  `/opt/homebrew/opt/postgresql@${major}/bin`,
  `/usr/local/opt/postgresql@${major}/bin`,
  `/home/linuxbrew/.linuxbrew/opt/postgresql@${major}/bin`,
  `/Applications/Postgres.app/Contents/Versions/${major}/bin`,
];

/** A program that answers at once. */
const patienceMs = 10_000;

/** A PostgreSQL of this machine, and those that cannot be used, with the reason. */
export interface Found {
  binaries: Binaries | undefined;
  refused: { folder: string; reason: string }[];
}

/** Looks for PostgreSQL in the usual folders, then asks the `pg_config` of PATH. */
export function findOnMachine(
  user: OsUser | undefined,
  folders: readonly string[] = usualFolders,
): Found {
  const refused: Found['refused'] = [];
  for (const folder of [...folders, ...configuredFolder(user)]) {
    if (!existsSync(join(folder, 'postgres'))) continue;
    try {
      return { binaries: machineBinaries(folder, user), refused };
    } catch (error) {
      if (!(error instanceof EmbeddedError)) throw error;
      refused.push({ folder, reason: error.message });
    }
  }
  return { binaries: undefined, refused };
}

/**
 * The programs in a folder. They run as the user of PostgreSQL, never as root, and only where other users of the machine
 * cannot exchange them.
 * @throws EmbeddedError when they cannot be used
 */
export function machineBinaries(given: string, user: OsUser | undefined): Binaries {
  const missing = ['postgres', 'initdb'].filter((name) => !existsSync(join(given, name)));
  if (missing.length > 0)
    throw new EmbeddedError(
      `${given} does not hold the programs of a PostgreSQL server: ${missing.join(' and ')} ` +
        `${missing.length > 1 ? 'are' : 'is'} missing.`,
    );
  const programs = programsIn(realpathSync(given));
  for (const program of [programs.postgres, programs.initdb]) {
    const fault = pathFault(program, user);
    if (fault) throw new EmbeddedError(`The PostgreSQL in ${given} is not used: ${fault}.`);
    if (userCan(user, '-x', program)) continue;
    throw new EmbeddedError(
      `${program} cannot be run by ${user ? `user ${user.name}` : 'this user'}: it needs the right to run it, and ` +
        'to enter the folders around it.',
    );
  }
  for (const folder of loadedFolders(dirname(programs.postgres), user)) {
    const fault = folderFault(folder, user);
    if (fault) throw new EmbeddedError(`The PostgreSQL in ${given} is not used: ${fault}.`);
  }
  const said = say(programs.postgres, ['--version'], user);
  const version = /\(PostgreSQL\) (\d+\.\d+)(?!\S)/.exec(said)?.[1];
  if (version?.startsWith(`${major}.`)) return { ...programs, version, isBundled: false };
  throw new EmbeddedError(
    `The programs in ${given} are not those of PostgreSQL ${major}, which Insula needs: ${said || 'postgres --version says nothing'}.`,
  );
}

/**
 * The folders from which the programs in a folder load code: libraries, and the SQL that a new database begins with. Their own
 * `pg_config` names them; without it they are looked for where packages have them.
 */
function loadedFolders(bin: string, user: OsUser | undefined): string[] {
  const config = join(bin, 'pg_config');
  const said =
    existsSync(config) && !pathFault(config, user)
      ? say(config, ['--pkglibdir', '--sharedir'], user).split('\n')
      : [];
  const usual = ['lib', 'lib/postgresql', 'share', 'share/postgresql'];
  const folders = said.some((line) => line.startsWith('/'))
    ? said.filter((line) => line.startsWith('/'))
    : [...usual.map((name) => join(dirname(bin), name)), `/usr/share/postgresql/${major}`];
  // Of /usr itself, lib and share are those of all programs: what is below them is not PostgreSQL's.
  return folders.filter(
    (folder) => existsSync(folder) && !/^\/usr(\/local)?\/(lib|share)$/.test(folder),
  );
}

/** The folder that a `pg_config` on PATH names, where it is that of this version. */
function configuredFolder(user: OsUser | undefined): string[] {
  const { PATH = '' } = process.env;
  const command = say('/bin/sh', ['-c', 'command -v pg_config'], undefined, { PATH });
  if (!command.startsWith('/') || !existsSync(command) || pathFault(command, user)) return [];
  const [folder = '', version = ''] = say(command, ['--bindir', '--version'], user).split('\n');
  return folder.startsWith('/') && version.startsWith(`PostgreSQL ${major}.`) ? [folder] : [];
}

/** The environment of its programs: nothing of this process's own, which holds keys. */
const bareEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Runs a program as the user of PostgreSQL. @returns what it prints, or its error output when it fails */
function say(
  program: string,
  args: string[],
  user: OsUser | undefined,
  env: Record<string, string> = bareEnv,
): string {
  const run = spawnSync(program, args, {
    cwd: '/',
    encoding: 'utf8',
    timeout: patienceMs,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  return run.status === 0 ? run.stdout.trim() : (run.stderr?.trim() ?? '');
}
