import type { Route } from '../../operations/route.ts';
import type { BringsServices } from '../../operations/services.ts';
import type { MakeModels, StartLane } from '../lanes/lane-deps.ts';
import type { WorkerCrons, WorkerTasks } from '../lanes/tasks.ts';
import type { GroupMails } from '../messages/render.ts';

/** The worker's view of a group. */
export interface WorkerGroup extends BringsServices {
  routes: Route[];
  /** Works that are queued in app.work. Loaded when a worker starts. */
  lanes?: Array<() => Promise<StartLane>>;
  /** Tasks that our own events ask for: work of the kind `task`. */
  tasks?: WorkerTasks;
  /** Mails that it renders itself, by their templates. */
  mails?: GroupMails;
  /** Recurring tasks. */
  crons?: WorkerCrons;
  /** The models that actions ask, of the one group that has them. */
  models?: () => Promise<MakeModels>;
}

/** The models that actions ask, of the one group that has them. */
export async function loadModels(groups: WorkerGroup[]): Promise<MakeModels> {
  const load = groups.find((group) => group.models)?.models;
  if (!load) throw new Error('no group has models');
  return load();
}
