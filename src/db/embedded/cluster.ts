import { execFile } from 'node:child_process';
import {
  chownSync,
  existsSync,
  lchownSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import { requireFit } from './fit.ts';
import { EmbeddedError, type OsUser } from './os-user.ts';
import { postgresConf, type ServerSettings } from './settings.ts';

const run = promisify(execFile);

/** The superuser of the embedded cluster; used once, to make the migrating role and the database. */
export const superuser = 'postgres';

/**
 * Makes the cluster folder. It appears under its name only when initdb has finished, and the programs are seen to bring what
 * a database of Insula needs: a first start that was interrupted starts over.
 */
export async function makeCluster(
  cluster: string,
  binaries: Binaries,
  user: OsUser | undefined,
  password: string,
  durable: boolean,
): Promise<void> {
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  const passwordFile = `${cluster}.password`;
  writeFor(user, passwordFile, password);
  try {
    await run(
      binaries.initdb,
      [
        `--pgdata=${draft}`,
        `--username=${superuser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--locale=C.UTF-8',
        '--no-instructions',
        ...(durable ? [] : ['--no-sync']),
      ],
      { cwd: '/', env: { PATH: '/usr/bin:/bin', TZ: 'UTC' }, uid: user?.uid, gid: user?.gid },
    );
    if (!binaries.isBundled)
      await requireFit(draft, binaries, user, undefined, 'cannot make a database for Insula');
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (error instanceof EmbeddedError) throw error;
    const { stderr, message } = error as Error & { stderr?: string };
    throw new EmbeddedError(`initdb failed: ${stderr?.trim() || message}`, { cause: error });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(draft, cluster);
}

/**
 * A copy that root has put back belongs to root, which PostgreSQL does not run as: it goes to the user that runs it.
 * @throws EmbeddedError where it belongs to another user, and this one may not change that
 */
export function handOver(cluster: string, user: OsUser | undefined): void {
  const owner = statSync(cluster).uid;
  const own = process.getuid?.();
  if (owner === (user?.uid ?? own)) return;
  if (!user)
    throw new EmbeddedError(
      `${cluster} belongs to another user (id ${owner}). As root, run: chown -R ${own} ${cluster}, ` +
        'or start Insula as that user.',
    );
  const inside = readdirSync(cluster, { recursive: true, encoding: 'utf8' });
  for (const path of [...inside.map((name) => join(cluster, name)), cluster])
    lchownSync(path, user.uid, user.gid);
}

/** Whether a cluster is there. */
export const isMade = (cluster: string): boolean => existsSync(join(cluster, 'PG_VERSION'));

/** Writes postgresql.conf with a free port, the one of the last time if it is still free. */
export async function configureCluster(
  cluster: string,
  user: OsUser | undefined,
  settings: Omit<ServerSettings, 'port'>,
): Promise<number> {
  const path = join(cluster, 'postgresql.conf');
  const last = configuredPort(cluster);
  const port = (last && (await portIfFree(last))) || (await portIfFree(0));
  if (!port) throw new EmbeddedError('There is no free port on 127.0.0.1 for PostgreSQL.');
  writeFor(user, path, postgresConf({ ...settings, port }));
  return port;
}

/** The port that the cluster was last started on. */
export function configuredPort(cluster: string): number | undefined {
  const text = readFileSync(join(cluster, 'postgresql.conf'), 'utf8');
  return Number(/^port = '(\d+)'$/m.exec(text)?.[1]) || undefined;
}

/** Whole or not at all: a disk that is full must not take the file that was there. */
function writeFor(user: OsUser | undefined, path: string, text: string): void {
  const draft = `${path}.draft`;
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode: 0o600 });
  if (user) chownSync(draft, user.uid, user.gid);
  renameSync(draft, path);
}

function portIfFree(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(undefined));
    probe.listen(port, '127.0.0.1', () => {
      const { port: found } = probe.address() as { port: number };
      probe.close(() => resolve(found));
    });
  });
}
