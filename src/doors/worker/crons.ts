import { type CronItem, type Task as Job, parseCronItems, type TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { TaskDeps, WorkerCrons } from '../../tools/lanes/tasks.ts';
import { housekeeping } from './housekeeping.ts';

const ownCrons: WorkerCrons = {
  housekeeping: {
    cron: '17 * * * *',
    options: { backfillPeriod: 3_600_000 },
    load: ({ config, storage }) => housekeeping(config, storage),
  },
};

/**
 * Loads the crons of groups and the worker's own, as graphile-worker takes them.
 * @param tasks the names of tasks: their jobs, which an earlier version has left in its queue, become works
 */
export async function loadCrons(
  groups: Array<{ crons?: WorkerCrons }>,
  tasks: Iterable<string>,
  deps: TaskDeps,
) {
  const crons = [{ crons: ownCrons }, ...groups].flatMap(({ crons = {} }) => Object.entries(crons));
  const taskList: TaskList = {};
  for (const [name, { load }] of crons) taskList[name] = await load(deps);
  for (const name of tasks) taskList[name] = adopt(name);
  const items = crons.map(
    ([task, { cron, options }]): CronItem => ({
      task,
      match: cron,
      identifier: task,
      ...(options ? { options } : {}),
    }),
  );
  return { taskList, parsedCronItems: parseCronItems(items) };
}

const leftSchema = z.object({ tenant_id: z.string(), resource_id: z.string() });

/** Safe to repeat: a work that is queued already stays as it is. */
function adopt(task: string): Job {
  return async (payload, { query }) => {
    const { tenant_id, resource_id } = leftSchema.parse(payload);
    await query('select worker.task_adopt($1, $2, $3)', [tenant_id, task, resource_id]);
  };
}
