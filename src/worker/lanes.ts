import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { Box } from '../credentials/box.ts';
import { Causes } from '../http/causation.ts';
import type { FindRoute } from '../http/transaction.ts';
import type { OperationServices } from '../operations/operation.ts';
import type { OutboundHold } from '../outbound/hold.ts';
import { type Outbound, outboundOf } from '../outbound/safe-fetch.ts';
import { WorkerFunctions } from '../sandbox/worker-functions.ts';
import type { DiskRoom } from '../storage/disk-room.ts';
import type { Lookout } from './lookout.ts';
import { WorkerModels } from './models.ts';
import type { Poll } from './poll.ts';
import type { WorkerSql } from './sql.ts';
import type { Wakeups } from './wakeups.ts';

interface LanesDeps {
  config: Config;
  /** As insula_worker. */
  pool: pg.Pool;
  log: Logger;
  room: DiskRoom;
  /** Says when there is work. */
  lookout: Lookout;
  /** To be rung after what lanes write themselves. */
  wakeups: Wakeups;
  findRoute: FindRoute;
  /** Whether nothing may leave for now. */
  hold: OutboundHold;
  /** SQL of tenants: of functions and scheduled jobs. */
  sql: WorkerSql;
  storage: OperationServices['storage'];
  fileSigner: OperationServices['fileSigner'];
}

/** The dependencies of the lanes of groups. */
export interface LaneDeps extends LanesDeps {
  outbound: Outbound;
  causes: Causes;
  box: Box;
  /** Where functions run, for all lanes together. */
  functions: WorkerFunctions;
  models: WorkerModels;
}

/** Begins to do the works of a group. */
export type StartLane = (deps: LaneDeps) => Poll;

export interface Lanes {
  all: Poll[];
  /** Finishes the works under way. */
  stop(): Promise<void>;
  /** Ends the functions that run, whatever they are at. */
  cut(): Promise<void>;
}

/**
 * Starts the work of the worker for events and schedules: deliveries of webhooks, runs of automations, jobs and
 * functions.
 */
export function startLanes(starts: StartLane[], deps: LanesDeps): Lanes {
  const outbound = outboundOf(deps.config, deps.hold);
  const functions = new WorkerFunctions({ ...deps, outbound });
  const models = new WorkerModels(deps.pool, deps.config, outbound);
  const causes = new Causes(deps.config.encryptionKey);
  const box = new Box(deps.config.encryptionKey);
  const all = { ...deps, outbound, functions, models, causes, box };
  const lanes = starts.map((start) => start(all));
  return {
    all: lanes,
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()));
      await functions.close();
    },
    cut: () => functions.close(),
  };
}
