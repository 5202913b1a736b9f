import type { Poll } from '../../pulse/poll.ts';
import { WorkerFunctions } from '../../tools/functions/worker-functions.ts';
import { WorkerSql } from '../../tools/functions/worker-sql.ts';
import type { MakeModels, StartLane, WorkerParts } from '../../tools/lanes/lane-deps.ts';

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
export function startLanes(starts: StartLane[], makeModels: MakeModels, deps: WorkerParts): Lanes {
  const { services, ...parts } = deps;
  const sql = new WorkerSql(deps.pool, services, deps.findRoute);
  const functions = new WorkerFunctions({ ...deps, sql });
  const models = makeModels(deps.pool, services);
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
