import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type Database, openDatabase } from '../db/connect.ts';
import { apiPool, closePool } from '../db/pools.ts';
import { logRewind } from '../db/rewind.ts';
import { listen, requireFreePort } from '../doors/http/listen.ts';
import { startWorkerPort } from '../doors/worker/port.ts';
import { startWorker } from '../doors/worker/worker.ts';
import type { Config } from '../ground/config/config.ts';
import { keepPlatformKey } from '../ground/config/keys.ts';
import { groups } from '../groups/index.ts';
import type { WorkerStanding } from '../pulse/standing.ts';
import { type DiskWatch, watchDisk } from '../storage/disk-room.ts';
import { closedBits } from '../storage/modes.ts';
import { createApp } from './app.ts';
import { backupsOf } from './backups.ts';
import { leaveKeys, startKeyBeat } from './key-beat.ts';
import { noteServerUrl } from './server-address.ts';
import { drainMsWith, stopMsWith, usualDelayMs } from './stop-times.ts';
import { checkStorageAtStart } from './storage-check.ts';

/** The parts that one process runs. */
export interface Parts {
  api: boolean;
  worker: boolean;
}

export interface Insula {
  database: Database;
  /** Connections of the API; undefined in a process that only works. */
  pool: pg.Pool | undefined;
  /** Settles with the reason when the process may not go on with its ENCRYPTION_KEY. */
  keyRetired: Promise<string>;
  /**
   * Stops taking requests, after SHUTDOWN_DELAY, finishes those under way, then ends worker, connections and PostgreSQL; see
   * stop-times.ts.
   * @param isHurried without the delay: what requests need is lost
   */
  stop(isHurried?: boolean): Promise<void>;
}

/** For connections to close, once nothing uses them any more. */
const poolMs = 1_000;
/** The time that PostgreSQL needs to stop without a checkpoint, and the process after it, on a busy machine. */
const lastMs = 4_000;

interface Part {
  /** Ends when all that is under way has ended. @param delayMs how long new requests are still taken */
  stop(delayMs: number): Promise<void>;
  /** Ends what `stop` still waits for. */
  cut(): Promise<void>;
}

/**
 * Starts everything, in order; what was started is stopped again when a later part fails.
 * @param furnish what has to be there before the first request, such as a tenant
 */
export async function startInsula(
  config: Config,
  log: Logger,
  parts: Parts,
  furnish: (pool: pg.Pool, database: Database) => Promise<void> = async () => {},
): Promise<Insula> {
  if (parts.api) await requireFreePort(config);
  const working: Part[] = [];
  const connected: Array<(deadline: number) => Promise<void>> = [];
  const stop = async (isHurried = false) => {
    const begun = performance.now();
    const delayMs = isHurried || !parts.api ? 0 : (config.shutdownDelayMs ?? usualDelayMs);
    await Promise.all(working.splice(0).map((part) => drain(part, delayMs, log)));
    for (const end of connected.splice(0).reverse()) await end(begun + stopMsWith(delayMs));
  };
  try {
    if (config.tracing) {
      const { startTracing } = await import('../ground/tracing/otlp.ts');
      const end = startTracing(config.tracing);
      connected.push(() => within(poolMs, end()));
    }
    const database = await openDatabase(config, log);
    connected.push((deadline) => database.stop(Math.max(0, deadline - lastMs - performance.now())));
    connected.push(() => within(poolMs, leaveKeys(database, log)));
    // Whatever is written from here on, by libraries too, is not for other users of the machine.
    process.umask(process.umask() | closedBits(join(config.dataDir, 'files')));
    keepPlatformKey(config);
    const room = await roomOf(database, config, log);
    connected.push(async () => room?.stop());
    let pool: pg.Pool | undefined;
    let workerPool: pg.Pool | undefined;
    const standing: WorkerStanding = {};
    // Not waited for: S3 may take its time to fail.
    checkStorageAtStart(config, log);
    if (parts.api) {
      const onLost = (err: Error) => log.warn({ err }, 'lost a connection');
      pool = apiPool(config, database.urls, onLost, logRewind(log));
      const opened = pool;
      connected.push(() => within(poolMs, closePool(opened)));
      await furnish(pool, database);
      const { isCluster } = database;
      const app = createApp({
        config,
        pool,
        log,
        room,
        standing,
        sealingRight: database.sealingRight,
        database: { isCluster, nodes: config.databaseNodes },
      });
      await listen(app.server, config);
      config.baseUrl = config.baseUrl.replace(/:0$/, `:${portOf(app.server)}`);
      const forgetUrl = noteServerUrl(config, portOf(app.server));
      working.push({ stop: async () => forgetUrl(), cut: async () => {} });
      const close = async (delayMs: number) => {
        app.retire();
        await sleep(delayMs);
        await app.close();
      };
      working.push({ stop: close, cut: app.cut });
    }
    if (parts.worker) {
      const worker = await startWorker({
        groups,
        config,
        workerUrl: database.urls.worker,
        log,
        room,
        sealingRight: database.sealingRight,
      });
      standing.worker = worker;
      workerPool = worker.pool;
      working.push(worker);
      if (!parts.api) {
        const port = await startWorkerPort(config, worker, log, standing);
        working.push(port);
        connected.push(port.close);
      }
    }
    const [asker, at] = pool ? (['gateway', pool] as const) : (['worker', workerPool] as const);
    const { promise: keyRetired, resolve: onRetired } = Promise.withResolvers<string>();
    if (at) working.push(startKeyBeat(database, asker, at, log, onRetired));
    const backups = await backupsOf(database, config, log);
    if (backups) {
      standing.backups = backups.standing;
      connected.push(backups.stop);
    }
    return { database, pool, keyRetired, stop };
  } catch (error) {
    await stop(true);
    throw error;
  }
}

/** The disk of a database that this process runs itself. */
async function roomOf(
  { embedded }: Database,
  { diskReserveBytes }: Config,
  log: Logger,
): Promise<DiskWatch | undefined> {
  return embedded && watchDisk(embedded.folder, diskReserveBytes, log);
}

/** With PORT=0 the system has chosen one. */
function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function drain(part: Part, delayMs: number, log: Logger): Promise<void> {
  const stopped = part.stop(delayMs).then(() => true);
  const isDone = await Promise.race([stopped, late(drainMsWith(delayMs))]);
  if (isDone) return;
  log.warn('interrupting unfinished work');
  stopped.catch((err) => log.debug({ err }, 'interrupted'));
  await within(poolMs, part.cut());
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, late(ms)]);
}

async function late(ms: number): Promise<false> {
  const { promise, resolve } = Promise.withResolvers<false>();
  setTimeout(() => resolve(false), ms).unref();
  return promise;
}
