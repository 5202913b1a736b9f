import type { Poll } from '../../pulse/poll.ts';
import { startRunLane } from '../../tools/actions/run-lane.ts';
import type { LaneDeps } from '../../tools/lanes/lane-deps.ts';

/** Does the runs of automations: the database what it can, this process what leaves it. */
export const startAutomationLane = (deps: LaneDeps): Poll => startRunLane(deps, 'automation');
