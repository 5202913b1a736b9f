import { EventEmitter } from 'node:events';
import { Logger as JobLogger, run, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { SealingRight } from '../../credentials/sealing-right.ts';
import { ask } from '../../db/ask.ts';
import { ping } from '../../db/client.ts';
import { poolOf } from '../../db/passwords.ts';
import { closePool } from '../../db/pools.ts';
import { checkedConnections, logRewind } from '../../db/rewind.ts';
import { addressed } from '../../db/session.ts';
import type { Config } from '../../ground/config/config.ts';
import { createFinder } from '../../operations/find-route.ts';
import { outagesOf } from '../../pulse/log.ts';
import { Lookout } from '../../pulse/lookout.ts';
import { type Worker as Standing, stuckAmong, type Turning } from '../../pulse/standing.ts';
import { Wakeups } from '../../pulse/wakeups.ts';
import { type DiskRoom, endlessRoom } from '../../storage/disk-room.ts';
import type { StartLane } from '../../tools/lanes/lane-deps.ts';
import { loadTasks } from '../../tools/lanes/tasks.ts';
import { loadModels, type WorkerGroup } from '../../tools/manifest/worker-group.ts';
import { startMessages } from '../../tools/messages/start.ts';
import { operationServices } from '../../tools/services/operation-services.ts';
import { loadCrons } from './crons.ts';
import { startDispatcher } from './dispatcher.ts';
import { startHeartbeat, workerIds } from './heartbeat.ts';
import { startLanes } from './lanes.ts';
import { keepQueue } from './queue.ts';
import { startScheduler } from './scheduler.ts';
import { startSealer } from './sealer.ts';
import { startTaskLane } from './task-lane.ts';

export interface Worker extends Standing {
  /** As insula_worker. */
  pool: pg.Pool;
  /** Finishes the work under way. */
  stop(): Promise<void>;
  /** Ends what `stop` still waits for: functions that run. The next worker starts other interrupted work again. */
  cut(): Promise<void>;
}

/** Tasks use two each, crons one; the others take turns. */
const connections = 14;
/** As many as connections are left for them in a small pool; the others wait. */
const mostCronsAtOnce = 3;
/** How often each runner of the job queue looks by itself. */
const jobPollMs = 60_000;
/**
 * As many until the worker stands: each part looks once for work, within milliseconds, and would open a connection for that,
 * which takes longer than the look.
 */
const atFirst = { connections: 3, ms: 1_000 };
/** A job that starts or ends is not worth a line. */
const jobLevels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/**
 * Background work: the dispatcher that hands journal rows on, the lanes that deliver and run what follows from them, the
 * scheduler, graphile-worker for what runs at certain times, the sealer of the journal, the senders of messages.
 */
export async function startWorker({
  groups,
  config,
  workerUrl,
  log,
  room = endlessRoom,
  sealingRight,
}: {
  groups: WorkerGroup[];
  config: Config;
  workerUrl: string;
  log: Logger;
  room?: DiskRoom;
  sealingRight?: SealingRight;
}): Promise<Worker> {
  const pool = poolOf({
    ...addressed(workerUrl, checkedConnections(workerUrl, 'worker', logRewind(log))),
    max: atFirst.connections,
    // One stays open besides the one that listens: a new one costs more than all that an idle worker asks in a minute.
    min: 2,
    application_name: 'insula worker',
    // A network that lets nothing through any more would leave the lanes waiting for an answer for ever.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  const onLost = (err: Error) => log.warn({ err }, 'the worker lost a connection');
  pool.on('error', onLost).on('connect', (client) => client.on('error', onLost));
  outagesOf(log)?.watch('database', () => ping(workerUrl));
  const events: WorkerEvents = new EventEmitter();
  const ids = workerIds(events);
  const services = operationServices(
    config,
    {
      url: workerUrl,
      lookOutbound: (since) => ask(pool, 'select worker.outbound_look($1) as answer', [since]),
      lookInstallation: () => ask(pool, 'select worker.installation_look() as answer', []),
      lookRoutes: (stamp: string | null) =>
        ask(pool, 'select worker.routes_look($1) as answer', [stamp]),
      ensureLogin: (tenant, verifier) =>
        ask(pool, 'select worker.sql_login($1, $2) as answer', [tenant, verifier]),
    },
    groups,
    { room, sealingRight },
  );
  const { findRoute } = createFinder(
    groups.flatMap(({ routes }) => routes),
    config,
  );
  const deps = { config, storage: services.storage, services, findRoute };
  const tasks = await loadTasks(groups, deps);
  const crons = await loadCrons(groups, tasks.keys(), deps);
  const begin = () =>
    run({
      pgPool: pool,
      events,
      concurrency: Math.min(mostCronsAtOnce, crons.parsedCronItems.length),
      noHandleSignals: true,
      // A notification tells of new jobs; this finds those that are tried again.
      pollInterval: jobPollMs,
      logger: new JobLogger(
        () => (level, message, meta) => log[jobLevels[level]]({ ...meta }, message),
      ),
      ...crons,
    });
  const queue = await keepQueue(begin, room, log);
  const turning: Turning[] = [queue];
  const stuck = () => stuckAmong(turning);
  const heartbeat = startHeartbeat(ids, stuck, pool, log);
  const wakeups = new Wakeups(workerUrl, 'insula worker bell', log);
  const starts = await Promise.all(groups.flatMap(({ lanes = [] }) => lanes.map((load) => load())));
  const lookout = new Lookout(pool, log, room);
  const startTasks: StartLane = (given) => startTaskLane(tasks, given);
  const lanes = startLanes([...starts, startTasks], await loadModels(groups), {
    pool,
    log,
    room,
    lookout,
    wakeups,
    findRoute,
    services,
  });
  const onQueued = () => lookout.nudge();
  const dispatcher = startDispatcher(pool, log, room, onQueued);
  const scheduler = startScheduler(pool, log, room, onQueued);
  const sealer = startSealer(pool, log, room);
  lookout.add('journal', dispatcher.nudge);
  lookout.add('schedule', scheduler.stir);
  lookout.onStir = sealer.stir;
  events.on('job:complete', () => lookout.stir());
  const unlisten = wakeups.listen(() => {
    dispatcher.nudge();
    lookout.stir();
  });
  const messages = startMessages({ pool, log, room, lookout, services }, groups);
  const openAll = () => {
    pool.options.max = connections;
  };
  setTimeout(openAll, atFirst.ms).unref();
  turning.push(heartbeat, lookout.poll, dispatcher, scheduler, sealer);
  turning.push(...messages.senders, ...lanes.all);
  return {
    pool,
    stuck,
    lanes: turning.map(({ name }) => name),
    cut: lanes.cut,
    async stop() {
      unlisten();
      const parts = [lookout, dispatcher, scheduler, sealer, messages, lanes, queue];
      await Promise.all(parts.map((part) => part.stop()));
      // To the last: another worker would take the jobs of one that has gone quiet for its own.
      await heartbeat.stop();
      await Promise.all([wakeups.close(), services.tenantLogins.close()]);
      await closePool(pool);
    },
  };
}
