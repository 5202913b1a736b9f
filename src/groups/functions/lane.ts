import { startLane } from '../../worker/lane.ts';
import type { LaneDeps } from '../../worker/lane-deps.ts';
import type { Poll } from '../../worker/poll.ts';

/** Runs the functions that were queued: asynchronous calls, events and schedules. */
export const startFunctionLane = (deps: LaneDeps): Poll =>
  startLane({
    kind: 'function',
    deps,
    concurrency: 4,
    perTenant: 2,
    run: (work) => deps.functions.runQueued(work),
  });
