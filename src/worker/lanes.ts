import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { startAutomationLane } from '../groups/automations/lane.ts';
import { startJobLane } from '../groups/scheduled-jobs/lane.ts';
import { startWebhookLane } from '../groups/webhooks/lane.ts';
import { Causes } from '../http/causation.ts';
import { outboundOf } from '../outbound/safe-fetch.ts';
import { WorkerFunctions } from '../sandbox/worker-functions.ts';
import type { DiskRoom } from '../storage/disk-room.ts';
import { startLane } from './lane.ts';
import type { Poll } from './poll.ts';
import type { Wakeups } from './wakeups.ts';

export interface LanesDeps {
  config: Config;
  /** As insula_worker. */
  pool: pg.Pool;
  log: Logger;
  room: DiskRoom;
  /** To be rung after what lanes write themselves. */
  wakeups: Wakeups;
}

export interface Lanes extends Poll {
  /** Ends the functions that run, whatever they are at. */
  cut(): Promise<void>;
}

/** What the worker does about events and schedules: deliveries of webhooks, runs of automations, jobs and functions. */
export function startLanes(deps: LanesDeps): Lanes {
  const outbound = outboundOf(deps.config);
  const functions = new WorkerFunctions({ ...deps, outbound });
  const actions = { ...deps, outbound, functions, causes: new Causes(deps.config.encryptionKey) };
  const lanes: Poll[] = [
    startWebhookLane(deps),
    startAutomationLane(actions),
    startJobLane(actions),
    startLane({
      ...deps,
      kind: 'function',
      concurrency: 4,
      perTenant: 2,
      leaseSeconds: 90,
      run: (work) => functions.runQueued(work),
    }),
  ];
  return {
    nudge() {
      for (const lane of lanes) lane.nudge();
    },
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()));
      await functions.close();
    },
    cut: () => functions.close(),
  };
}
