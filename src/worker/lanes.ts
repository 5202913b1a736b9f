import type pg from 'pg';
import type { Logger } from 'pino';
import type { FindRoute } from '../http/transaction.ts';
import type { OperationServices } from '../operations/operation.ts';
import { WorkerFunctions } from '../sandbox/worker-functions.ts';
import type { DiskRoom } from '../storage/disk-room.ts';
import type { Lookout } from './lookout.ts';
import { WorkerModels } from './models.ts';
import type { Poll } from './poll.ts';
import { WorkerSql } from './sql.ts';
import type { Wakeups } from './wakeups.ts';

interface LanesDeps {
  /** As insula_worker. */
  pool: pg.Pool;
  log: Logger;
  room: DiskRoom;
  /** Says when there is work. */
  lookout: Lookout;
  /** To be rung after what lanes write themselves. */
  wakeups: Wakeups;
  findRoute: FindRoute;
  services: OperationServices;
}

/** The dependencies of the lanes of groups. */
export interface LaneDeps extends Omit<LanesDeps, 'services'>, OperationServices {
  /** SQL of tenants: of functions and scheduled jobs. */
  sql: WorkerSql;
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
  const { services, ...parts } = deps;
  const sql = new WorkerSql(deps.pool, services, deps.findRoute);
  const functions = new WorkerFunctions({ ...deps, sql });
  const models = new WorkerModels(deps.pool, services);
  const all = { ...parts, ...services, sql, functions, models };
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
