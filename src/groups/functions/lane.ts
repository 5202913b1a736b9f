import { startLane } from '../../pulse/lane.ts';
import type { Poll } from '../../pulse/poll.ts';
import type { LaneDeps } from '../../tools/lanes/lane-deps.ts';

/** Runs the functions that were queued: asynchronous calls, events and schedules. */
export const startFunctionLane = (deps: LaneDeps): Poll =>
  startLane({
    kind: 'function',
    deps,
    concurrency: 4,
    perTenant: 2,
    run: (work) => deps.functions.runQueued(work),
  });
