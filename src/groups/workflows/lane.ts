import { startRunLane } from '../../actions/run-lane.ts';
import type { LaneDeps } from '../../worker/lanes.ts';
import type { Poll } from '../../worker/poll.ts';

/** Does the actions of runs that somebody does not wait for: those that leave the database, and what comes after them. */
export const startWorkflowLane = (deps: LaneDeps): Poll => startRunLane(deps, 'workflow');
