import { startRunLane } from '../../actions/run-lane.ts';
import type { LaneDeps } from '../../worker/lane-deps.ts';
import type { Poll } from '../../worker/poll.ts';

/** Runs workflow actions in the background: those that leave the database, and the steps after them. */
export const startWorkflowLane = (deps: LaneDeps): Poll => startRunLane(deps, 'workflow');
