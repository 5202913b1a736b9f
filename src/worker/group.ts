import type { Route } from '../http/route.ts';
import type { WorkerCrons } from './crons.ts';
import type { StartLane } from './lanes.ts';
import type { WorkerTasks } from './tasks.ts';

/** What the worker knows of a group. */
export interface WorkerGroup {
  routes: Route[];
  /** Works that are queued in app.work. Loaded when a worker starts. */
  lanes?: Array<() => Promise<StartLane>>;
  /** What our own events ask for: works of the kind `task`. */
  tasks?: WorkerTasks;
  /** What runs at certain times. */
  crons?: WorkerCrons;
}
