import type pg from 'pg';
import type { Logger } from 'pino';
import { startAutomationLane } from './automations/lane.ts';
import type { Config } from './config.ts';
import { startJobLane } from './jobs/lane.ts';
import { outboundOf } from './outbound/safe-fetch.ts';
import type { Poll } from './poll.ts';
import type { FunctionRunner } from './sandbox/runner.ts';
import type { Wakeups } from './wakeups.ts';
import { startWebhookLane } from './webhooks/lane.ts';

export interface LanesDeps {
  config: Config;
  /** As insula_worker. */
  pool: pg.Pool;
  log: Logger;
  /** To be rung after what lanes write themselves. */
  wakeups: Wakeups;
}

/** What the worker does about events and schedules: deliveries of webhooks, runs of automations, jobs and functions. */
export function startLanes(deps: LanesDeps): Poll {
  const outbound = outboundOf(deps.config);
  const functions: FunctionRunner = { run: () => Promise.reject(new Error('not built yet')) };
  const lanes: Poll[] = [
    startWebhookLane(deps),
    startAutomationLane({ ...deps, outbound, functions }),
    startJobLane({ ...deps, outbound, functions }),
  ];
  return {
    nudge() {
      for (const lane of lanes) lane.nudge();
    },
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}
