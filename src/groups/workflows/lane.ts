import type { Poll } from '../../pulse/poll.ts';
import { startRunLane } from '../../tools/actions/run-lane.ts';
import type { LaneDeps } from '../../tools/lanes/lane-deps.ts';

/** Runs workflow actions in the background: those that leave the database, and the steps after them. */
export const startWorkflowLane = (deps: LaneDeps): Poll => startRunLane(deps, 'workflow');
