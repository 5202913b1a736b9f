import { EventEmitter } from 'node:events';
import { Logger as JobLogger, parseCronItems, run, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { closePool } from './db/pools.ts';
import { startDispatcher } from './dispatcher.ts';
import { startLanes } from './lanes.ts';
import { startMessages } from './messages/start.ts';
import { startScheduler } from './schedules/scheduler.ts';
import { startSealer } from './sealer.ts';
import { storageOf } from './storage/open.ts';
import { bytesRemove } from './tasks/bytes-remove.ts';
import { exportTask } from './tasks/export.ts';
import { housekeeping } from './tasks/housekeeping.ts';
import { indexBuild } from './tasks/index-build.ts';
import { storageSweep } from './tasks/storage-sweep.ts';
import { tenantPurge } from './tasks/tenant-purge.ts';
import { Wakeups } from './wakeups.ts';
import { startHeartbeat, workerIds } from './work/heartbeat.ts';

export interface Worker {
  /** Finishes the jobs under way. */
  stop(): Promise<void>;
}

const concurrency = 4;
/** A job that starts or ends is no news. */
const jobLevels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/**
 * Background work: the dispatcher that hands journal rows on, the lanes that deliver and run what follows from them, the
 * scheduler, graphile-worker for jobs of our own, the sealer of the journal, the senders of messages.
 */
export async function startWorker({
  config,
  workerUrl,
  log,
}: {
  config: Config;
  workerUrl: string;
  log: Logger;
}): Promise<Worker> {
  const pool = new pg.Pool({
    connectionString: workerUrl,
    // An export reads on one connection and writes on another.
    max: 2 * concurrency + 6,
    application_name: 'insula worker',
  });
  const onLost = (err: Error) => log.warn({ err }, 'the worker lost a connection');
  pool.on('error', onLost).on('connect', (client) => client.on('error', onLost));
  const events: WorkerEvents = new EventEmitter();
  const ids = workerIds(events);
  const storage = storageOf(config);
  const runner = await run({
    pgPool: pool,
    events,
    concurrency,
    noHandleSignals: true,
    logger: new JobLogger(
      () => (level, message, meta) => log[jobLevels[level]]({ ...meta }, message),
    ),
    taskList: {
      index_build: indexBuild,
      tenant_purge: tenantPurge(storage),
      export: exportTask,
      bytes_remove: bytesRemove(storage),
      storage_sweep: storageSweep(storage),
      housekeeping: housekeeping(config, storage),
    },
    parsedCronItems: parseCronItems([
      {
        task: 'housekeeping',
        match: '17 * * * *',
        identifier: 'housekeeping',
        options: { backfillPeriod: 3_600_000 },
      },
      { task: 'storage_sweep', match: '41 3 * * *', identifier: 'storage_sweep' },
    ]),
  });
  const heartbeat = startHeartbeat(ids, pool, log);
  const wakeups = new Wakeups(workerUrl, 'insula worker bell', log);
  const lanes = startLanes({ config, pool, log, wakeups });
  const dispatcher = startDispatcher(pool, log, lanes.nudge);
  const scheduler = startScheduler(pool, log, lanes.nudge);
  const unlisten = wakeups.listen(dispatcher.nudge);
  const sealer = startSealer(pool, log);
  const messages = startMessages(config, pool, log);
  return {
    async stop() {
      unlisten();
      const first = [dispatcher, scheduler, sealer, messages, heartbeat];
      await Promise.all(first.map((part) => part.stop()));
      await lanes.stop();
      await runner.stop();
      await wakeups.close();
      await closePool(pool);
    },
  };
}
