import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Binaries } from '../db/embedded/binaries.ts';
import { configureCluster, superuser } from '../db/embedded/cluster.ts';
import type { Home } from '../db/embedded/home.ts';
import { EmbeddedError } from '../db/embedded/os-user.ts';
import { startServer } from '../db/embedded/server.ts';
import { BackupError } from './errors.ts';
import type { StagedWal } from './staged-wal.ts';

export interface RecoverJob {
  home: Home;
  binaries: Binaries;
  staged: StagedWal;
  to: Date | 'latest';
}

/** Settings of recovery; a base backup of a restored cluster may bring those of its own. */
const recoverySetting = /^\s*(?:recovery_|restore_command|archive_cleanup_command|primary_)/;
const beyondEnd = 'recovery ended before configured recovery target was reached';

/**
 * Recovers an unpacked base backup up to a moment or to the end of the WAL, and promotes it.
 * @param work is done as the superuser, before the cluster is ended in order; it is given the address as well
 */
export async function recover<T>(
  job: RecoverJob,
  work: (client: pg.Client, url: string) => Promise<T>,
): Promise<T> {
  const cluster = join(job.home.path, 'cluster');
  const auto = join(cluster, 'postgresql.auto.conf');
  const kept = (await readFile(auto, 'utf8'))
    .split('\n')
    .filter((line) => !recoverySetting.test(line))
    .join('\n');
  // No password of the cluster may be known any more: a socket in a folder that others cannot enter needs none.
  const door = await mkdtemp(join(tmpdir(), 'insula-restore-'));
  const own = async (path: string) =>
    job.home.user && chown(path, job.home.user.uid, job.home.user.gid);
  try {
    await own(door);
    await writeFile(join(door, 'hba'), 'local all all trust\n', { mode: 0o600 });
    await own(join(door, 'hba'));
    const settings = (target: string | undefined) => ({
      restore_command: job.staged.command,
      recovery_target_timeline: 'current',
      ...(target && { recovery_target_time: target, recovery_target_action: 'promote' }),
      hot_standby: 'off',
      listen_addresses: '',
      unix_socket_directories: door,
      hba_file: join(door, 'hba'),
    });
    const attempt = async (target: string | undefined) => {
      await writeFile(auto, `${kept}\n${lines(settings(target))}`);
      await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 });
      await own(join(cluster, 'recovery.signal'));
      return run(job, door, cluster, work);
    };
    try {
      return await attempt(job.to === 'latest' ? undefined : timeText(job.to));
    } catch (error) {
      if (!(error instanceof EmbeddedError) || !error.message.includes(beyondEnd)) throw error;
      // Nothing has been written between the last of the WAL and that moment.
      return await attempt(undefined);
    }
  } finally {
    await writeFile(auto, kept);
    await rm(door, { recursive: true, force: true });
  }
}

async function run<T>(
  { home, binaries, staged }: RecoverJob,
  door: string,
  cluster: string,
  work: (client: pg.Client, url: string) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const port = await configureCluster(cluster, home.user, { durable: true });
  const staging = staged.stage(ending.signal);
  // PostgreSQL waits for a segment that will not come.
  staging.catch(() => ending.abort());
  try {
    const server = await startServer(binaries.postgres, cluster, home.user, ending.signal);
    try {
      const client = new pg.Client({ host: door, port, user: superuser, database: 'insula' });
      client.on('error', () => {});
      await client.connect();
      try {
        return await work(client, addressOf(door, port));
      } finally {
        await client.end();
      }
    } finally {
      await server.stop();
    }
  } catch (error) {
    if (ending.signal.aborted) await staging;
    throw error;
  } finally {
    ending.abort();
    await staging.catch(() => {});
  }
}

/** On a socket that lets every role in. */
const addressOf = (door: string, port: number): string =>
  `postgres:///insula?${new URLSearchParams({ host: door, port: String(port), user: superuser })}`;

/** PostgreSQL does not read `Z`. */
const timeText = (time: Date): string => time.toISOString().replace('T', ' ').replace('Z', '+00');

function lines(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join('');
}

/** @throws BackupError where the backup was made by another major version */
export async function requireVersion(cluster: string, major: number): Promise<void> {
  const made = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (made !== String(major))
    throw new BackupError(
      `The backup is of PostgreSQL ${made}; this version of Insula runs ${major}.`,
    );
}
