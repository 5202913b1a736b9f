import { Box } from '../credentials/box.ts';
import { Causes } from '../http/causation.ts';
import { outboundOf } from '../outbound/safe-fetch.ts';
import { WorkerFunctions } from '../sandbox/worker-functions.ts';
import type { MakeModels, StartLane, WorkerParts } from './lane-deps.ts';
import type { Poll } from './poll.ts';

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
  const outbound = outboundOf(deps.config, deps.hold);
  const functions = new WorkerFunctions({ ...deps, outbound });
  const models = makeModels(deps.pool, deps.config, outbound);
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
