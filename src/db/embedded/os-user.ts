import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The user that runs PostgreSQL: undefined means this process's own user. */
export interface OsUser {
  name: string;
  uid: number;
  gid: number;
}

/** The machine does not let the embedded PostgreSQL run. The message explains what to do. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}

/** Another process runs the DATA_DIR. */
export class AlreadyRunningError extends EmbeddedError {
  override name = 'EmbeddedError';
}

/**
 * PostgreSQL refuses to run as root. Root hands it to the user `postgres`, which is created when missing.
 * @returns undefined for everyone but root
 */
export function osUserForPostgres(): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const user = findUser('postgres') ?? createUser('postgres');
  if (user) return user;
  throw new EmbeddedError(
    'PostgreSQL does not run as root, and there is no user "postgres" to run it as. ' +
      'Create one (useradd --system postgres), start Insula as another user, or set DATABASE_URL.',
  );
}

/** Whether that user can do what `test` asks of a path: -x to enter or run it, -w to write to it, -r to read it. */
export function userCan(user: OsUser | undefined, test: '-x' | '-w' | '-r', path: string): boolean {
  const run = spawnSync('/bin/sh', ['-c', `test ${test} "$0"`, path], {
    stdio: 'ignore',
    cwd: '/',
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  return run.status === 0;
}

function findUser(name: string): OsUser | undefined {
  if (!existsSync('/etc/passwd')) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : undefined;
}

function createUser(name: string): OsUser | undefined {
  for (const [command, ...args] of [
    [
      'useradd',
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      name,
    ],
    ['adduser', '-S', '-D', '-H', name],
  ] as const) {
    if (spawnSync(command, args, { stdio: 'ignore' }).status === 0) return findUser(name);
  }
  return undefined;
}
