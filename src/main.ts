import type { AddressInfo, Server } from 'node:net';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { type Database, openDatabase } from './db/connect.ts';
import { apiPool, closePool } from './db/pools.ts';
import { listen, requireFreePort } from './listen.ts';
import { noteServerUrl } from './server-address.ts';
import { checkStorageAtStart } from './storage/start-check.ts';
import { startWorker } from './worker.ts';

/** What one process runs. */
export interface Parts {
  api: boolean;
  worker: boolean;
}

export interface Insula {
  database: Database;
  /** Connections of the API; undefined in a process that only works. */
  pool: pg.Pool | undefined;
  /** Stops taking requests, finishes those under way (25 s at most), then ends worker, connections and PostgreSQL. */
  stop(): Promise<void>;
}

const drainMs = 25_000;

/** Starts everything, in order; what was started is stopped again when a later part fails. */
export async function startInsula(config: Config, log: Logger, parts: Parts): Promise<Insula> {
  if (parts.api) await requireFreePort(config);
  const working: Array<() => Promise<void>> = [];
  const connected: Array<() => Promise<void>> = [];
  const stop = async () => {
    await Promise.all(working.splice(0).map((end) => end()));
    for (const end of connected.splice(0).reverse()) await end();
  };
  try {
    const database = await openDatabase(config, log);
    connected.push(database.stop);
    let pool: pg.Pool | undefined;
    // Not waited for: S3 may take its time to say that it is away.
    checkStorageAtStart(config, log);
    if (parts.api) {
      pool = apiPool(config, database.urls, (err) => log.warn({ err }, 'lost a connection'));
      connected.push(() => closePool(pool as pg.Pool));
      const app = createApp({ config, pool, log });
      await listen(app.server, config);
      config.baseUrl = config.baseUrl.replace(/:0$/, `:${portOf(app.server)}`);
      const forgetUrl = noteServerUrl(config, portOf(app.server));
      working.push(async () => forgetUrl());
      working.push(() => within(drainMs, app.close(), () => app.server.closeAllConnections()));
    }
    if (parts.worker) {
      const worker = await startWorker({ config, workerUrl: database.urls.worker, log });
      working.push(() => within(drainMs, worker.stop(), () => log.warn('jobs were cut short')));
    }
    return { database, pool, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** With PORT=0 the system has chosen one. */
function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Waits for `work`, at most so long; then does what ends it. */
async function within(ms: number, work: Promise<void>, onTimeout: () => void): Promise<void> {
  const timer = Promise.withResolvers<void>();
  const timeout = setTimeout(() => {
    onTimeout();
    timer.resolve();
  }, ms);
  await Promise.race([work, timer.promise]);
  clearTimeout(timeout);
}
