import { join } from 'node:path';
import type { Logger } from 'pino';
import { keepSecret, randomText, readSecret } from '../ground/machine/secrets.ts';
import { canConnect, withClient } from './client.ts';
import { dropBackupSlot, ensureBackupRole, withBackupRole } from './embedded/backup-role.ts';
import { type Binaries, describeBinaries } from './embedded/binaries.ts';
import { candidates, firstThatWorks } from './embedded/choose.ts';
import {
  configureCluster,
  configuredPort,
  handOver,
  isMade,
  makeCluster,
  superuser,
} from './embedded/cluster.ts';
import { requireFit, requireLibraries, requireMajor } from './embedded/fit.ts';
import { type Home, prepareHome } from './embedded/home.ts';
import { type InstanceLock, lockInstance } from './embedded/instance-lock.ts';
import { clearLeftover } from './embedded/leftover.ts';
import { ClusterMark, lastRunOf } from './embedded/mark.ts';
import { AlreadyRunningError, EmbeddedError } from './embedded/os-user.ts';
import { recovered } from './embedded/recovery.ts';
import { type Server, startServer } from './embedded/server.ts';
import { type Supervised, supervise } from './embedded/supervisor.ts';
import { restrictFunctions } from './roles.ts';
import { withDatabase } from './urls.ts';

export { AlreadyRunningError, EmbeddedError };

export interface EmbeddedOptions {
  dataDir: string;
  log: Logger;
  /** False only in tests: no fsync, so a crash of the machine may lose everything. */
  durable?: boolean;
  /** The programs that run it, see `candidates`: `bundled`, a folder, or undefined. */
  pgBin?: string | undefined;
  /** How much WAL waits for backups at most, in MB. */
  walKeepMb?: number | undefined;
}

export interface Embedded {
  /** The migrating role: no superuser, owns the database `insula`, may create roles and databases. */
  ownerUrl: string;
  port: number;
  binaries: Binaries;
  /** Whether this start made the cluster. */
  isFirstStart: boolean;
  /** On the disk that PostgreSQL writes to. */
  folder: string;
  /** How far the cluster has come, and whether it had come further. */
  mark: ClusterMark;
  /** Resolves, with the end of the server's log, when PostgreSQL has ended and cannot be started again. */
  lost: Promise<string>;
  /** Makes the role that backups replicate with. @returns its address */
  openBackups(): Promise<string>;
  /** Drops the slot that keeps WAL for backups, if there is one. */
  closeBackups(): Promise<void>;
  /**
   * Ends PostgreSQL with a checkpoint, or without one where that takes longer than `withinMs`; later calls wait for
   * the same end.
   */
  stop(withinMs?: number): Promise<void>;
}

/** Logs in, migrates, and owns the database. */
const migrator = 'insula_migrator';
const database = 'insula';

/**
 * Starts a real PostgreSQL 18 on `DATA_DIR/postgres`, made on the first start, listening on 127.0.0.1.
 * It ends with this process, however this process ends; where it ends by itself it is started again, on the same port.
 * @throws EmbeddedError whose message names the fault and the remedy
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, log, durable = true, pgBin, walKeepMb } = options;
  if (process.platform === 'win32') {
    throw new EmbeddedError(
      'The embedded PostgreSQL needs Linux or macOS. Set DATABASE_URL instead.',
    );
  }
  const home = prepareHome(dataDir, log);
  const lock = lockInstance(home.path, dataDir);
  try {
    return await startLocked(home, lock, { dataDir, log, durable, pgBin, walKeepMb });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The address of the PostgreSQL that another process runs on this DATA_DIR. */
export function runningOwnerUrl(dataDir: string): string | undefined {
  const password = readSecret(dataDir, 'postgres-migrator');
  const port = configuredPort(join(dataDir, 'postgres', 'cluster'));
  return password && port ? address(migrator, password, port, database) : undefined;
}

/** The address with which backups of the PostgreSQL on this DATA_DIR replicate, if it has backups. */
export function runningBackupUrl(dataDir: string): string | undefined {
  const password = readSecret(dataDir, 'postgres-backup');
  const owner = password && runningOwnerUrl(dataDir);
  return owner && withBackupRole(owner, password);
}

function address(user: string, password: string, port: number, name: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${name}`;
}

async function startLocked(
  home: Home,
  lock: InstanceLock,
  { dataDir, log, durable, pgBin, walKeepMb }: EmbeddedOptions & { durable: boolean },
): Promise<Embedded> {
  const { user } = home;
  const cluster = join(home.path, 'cluster');
  const isFirstStart = !isMade(cluster);
  const all = candidates(pgBin, user, log);
  const passwords = passwordsOf(dataDir, !isFirstStart);
  if (!isFirstStart) {
    requireMajor(cluster);
    handOver(cluster, user);
    await clearLeftover(cluster, log);
  }
  const last = lastRunOf(dataDir);
  const { binaries } = await firstThatWorks(all, log, async (one) => {
    if (isFirstStart) await makeCluster(cluster, one, user, passwords.superuser ?? '', durable);
    else if (one.postgres !== last.postgres) await requireFit(cluster, one, user, last);
  });
  log.info({ programs: binaries.folder }, `starting ${describeBinaries(binaries)}`);
  const { server, port } = await startOnFreePort(cluster, binaries, home, {
    durable,
    walKeepMb,
  });
  try {
    const ownerUrl = await ensureDatabase(port, passwords, dataDir, log);
    if (!isFirstStart && binaries.postgres !== last.postgres && passwords.superuser)
      await requireLibraries(
        address(superuser, passwords.superuser, port, database),
        cluster,
        binaries,
        last,
      );
    const superuserUrl = () => address(superuser, passwords.superuser ?? '', port, 'postgres');
    const mark = await ClusterMark.look(dataDir, ownerUrl, binaries.postgres, log);
    const supervised = supervise(server, {
      folder: home.path,
      log,
      async start(stopping) {
        await clearLeftover(cluster, log);
        return startServer(binaries.postgres, cluster, home.user, stopping);
      },
    });
    return {
      ownerUrl,
      port,
      binaries,
      isFirstStart,
      folder: home.path,
      mark,
      lost: supervised.lost,
      openBackups: () =>
        ensureBackupRole(superuserUrl(), keepSecret(dataDir, 'postgres-backup', newPassword)),
      closeBackups: () => dropBackupSlot(superuserUrl()),
      stop: once(supervised, lock, mark),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function once(server: Supervised, lock: InstanceLock, mark: ClusterMark): Embedded['stop'] {
  let stopping: Promise<void> | undefined;
  return (withinMs) => {
    stopping ??= mark
      .close()
      .then(() => server.stop(withinMs))
      .then(() => lock.release());
    return stopping;
  };
}

/** Another process may take the free port before PostgreSQL does; then there is another one. */
async function startOnFreePort(
  cluster: string,
  binaries: Binaries,
  home: Home,
  settings: { durable: boolean; walKeepMb?: number | undefined },
): Promise<{ server: Server; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = await configureCluster(cluster, home.user, settings);
    try {
      return { server: await startServer(binaries.postgres, cluster, home.user), port };
    } catch (error) {
      if (attempt === 3 || !/could not bind/.test((error as Error).message)) throw error;
    }
  }
}

interface Passwords {
  superuser: string | undefined;
  migrator: string | undefined;
}

/**
 * The passwords of the cluster. Only for one that is yet to be made they are made here: for one that is there, new ones would
 * open nothing, and lie where backups look.
 */
function passwordsOf(dataDir: string, isThere: boolean): Passwords {
  const one = (name: string) =>
    isThere ? readSecret(dataDir, name) : keepSecret(dataDir, name, newPassword);
  return { superuser: one('postgres-superuser'), migrator: one('postgres-migrator') };
}

const newPassword = () => randomText(24, 'base64url');

/**
 * Makes the migrating role and its database, unless it can already connect to it, and holds the functions that SQL of
 * tenants is not to run back from it.
 * @returns the address of the migrating role
 */
async function ensureDatabase(
  port: number,
  passwords: Passwords,
  dataDir: string,
  log: Logger,
): Promise<string> {
  const urlOf = (password: string) => address(migrator, password, port, database);
  const superuserUrl =
    passwords.superuser && address(superuser, passwords.superuser, port, 'postgres');
  const isSuperuser = superuserUrl !== undefined && (await canConnect(superuserUrl));
  if (passwords.migrator && (await canConnect(urlOf(passwords.migrator), recovered))) {
    if (isSuperuser) await ensureAsSuperuser(superuserUrl);
    else
      log.warn(
        `The password of the superuser in ${dataDir}/secrets is missing, or does not match the database: what only a ` +
          'superuser may do is left out. Restore secrets/postgres-superuser from the backup of the database.',
      );
    return urlOf(passwords.migrator);
  }
  if (!isSuperuser) {
    throw new EmbeddedError(
      `The passwords in ${dataDir}/secrets do not match the database in ${dataDir}/postgres, or are missing. ` +
        'Restore that folder from the same backup as the database; no new ones were kept. If it is lost: see "If all of ' +
        'data/secrets is lost" in docs/operate/secrets.md.',
    );
  }
  await withClient(superuserUrl, 'recovery', recovered);
  // The superuser gets in: it will take this password.
  const password = keepSecret(dataDir, 'postgres-migrator', newPassword);
  const isNew = await withClient(superuserUrl, 'first start', async (client) => {
    const roles = await client.query('select from pg_roles where rolname = $1', [migrator]);
    const verb = roles.rowCount ? 'alter' : 'create';
    await client.query(`${verb} role ${migrator} login createrole createdb password '${password}'`);
    // The template of every database that is made here, this one too.
    await restrictFunctions(withDatabase(superuserUrl, 'template1'), migrator);
    const found = await client.query('select from pg_database where datname = $1', [database]);
    if (!found.rowCount) await client.query(`create database ${database} owner ${migrator}`);
    return !found.rowCount;
  });
  await ensureAsSuperuser(superuserUrl, isNew ? [] : [database]);
  return urlOf(password);
}

/**
 * Runs the statements that need a superuser, at every start: a cluster that an older version created lacks later ones.
 * It changes nothing that is already so.
 */
async function ensureAsSuperuser(
  superuserUrl: string,
  databases: readonly string[] = ['template1', database],
): Promise<void> {
  await withClient(superuserUrl, 'rights', async (client) => {
    const { rows } = await client.query(
      `select rolcreaterole and rolcreatedb and pg_has_role(oid, 'pg_monitor', 'member') as is_complete
       from pg_roles where rolname = $1`,
      [migrator],
    );
    if (rows[0].is_complete) return;
    await client.query(`alter role ${migrator} createrole createdb`);
    // Lets the migrating role read the settings and statistics that `insula doctor` reports.
    await client.query(`grant pg_monitor to ${migrator}`);
  });
  for (const name of databases) await restrictFunctions(withDatabase(superuserUrl, name), migrator);
}
