import { type CronItem, parseCronItems, type Task, type TaskList } from 'graphile-worker';
import type { Config } from '../config.ts';
import type { Storage } from '../storage/storage.ts';
import { housekeeping } from './housekeeping.ts';

/** What tasks work with, beside the helpers of graphile-worker. */
export interface TaskDeps {
  config: Config;
  storage: Storage;
}

/** A job of graphile-worker, loaded when a worker starts. */
export interface WorkerTask {
  load(deps: TaskDeps): Promise<Task> | Task;
  /** When it runs by itself, in UTC: five fields of cron. */
  cron?: string;
  options?: CronItem['options'];
}

/** Tasks by their names. */
export type WorkerTasks = Record<string, WorkerTask>;

const ownTasks: WorkerTasks = {
  housekeeping: {
    cron: '17 * * * *',
    options: { backfillPeriod: 3_600_000 },
    load: ({ config, storage }) => housekeeping(config, storage),
  },
};

/** Loads the tasks of groups and the worker's own, as graphile-worker takes them. */
export async function loadTasks(groups: Array<{ tasks?: WorkerTasks }>, deps: TaskDeps) {
  const tasks = [{ tasks: ownTasks }, ...groups].flatMap(({ tasks = {} }) => Object.entries(tasks));
  const taskList: TaskList = {};
  for (const [name, { load }] of tasks) taskList[name] = await load(deps);
  const crons = tasks.flatMap(([task, { cron, options }]): CronItem[] =>
    cron ? [{ task, match: cron, identifier: task, ...(options ? { options } : {}) }] : [],
  );
  return { taskList, parsedCronItems: parseCronItems(crons) };
}
