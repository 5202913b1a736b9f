import { startRunLane } from '../../actions/run-lane.ts';
import type { LaneDeps } from '../../worker/lane-deps.ts';
import type { Poll } from '../../worker/poll.ts';

/** Does the runs of automations: the database what it can, this process what leaves it. */
export const startAutomationLane = (deps: LaneDeps): Poll => startRunLane(deps, 'automation');
