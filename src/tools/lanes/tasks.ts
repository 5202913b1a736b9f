import type { CronItem, Task as Job } from 'graphile-worker';
import type pg from 'pg';
import type { Query } from '../../db/ask.ts';
import type { Config } from '../../ground/config/config.ts';
import type { OperationServices } from '../../operations/services.ts';
import type { FindRoute } from '../../operations/transaction.ts';
import type { Storage } from '../../storage/storage.ts';

/** The dependencies of tasks, besides the subject of each run. */
export interface TaskDeps {
  config: Config;
  storage: Storage;
  /** For tasks that run operations. */
  services: OperationServices;
  findRoute: FindRoute;
}

/** A run of a task, for what an event has asked of it (worker.tasks_add). */
export interface TaskRun {
  tenant_id: string;
  /** The id of what it is about. */
  subject: string;
  /** How often it was begun, with this time. */
  attempts: number;
  /** As insula_worker. */
  pool: pg.Pool;
  query: Query;
  /** The process ends, or another worker has taken the task: it is begun again, so whatever is left may be left. */
  signal: AbortSignal;
}

/**
 * Does a task, at least once: it must be safe to kill and to begin again, also while a worker that has lost its connection
 * is still at it. Its errors are logged, and it is started again later.
 */
export type Task = (run: TaskRun) => Promise<void>;

/** Tasks by their names, each loaded when a worker starts. */
export type WorkerTasks = Record<string, (deps: TaskDeps) => Promise<Task> | Task>;

/** Recurring work for all tenants: a job of graphile-worker. */
export interface WorkerCron {
  load(deps: TaskDeps): Promise<Job> | Job;
  /** In UTC: five fields of cron. */
  cron: string;
  options?: CronItem['options'];
}

/** Crons by their names. */
export type WorkerCrons = Record<string, WorkerCron>;

/** Loads the tasks of groups. */
export async function loadTasks(
  groups: Array<{ tasks?: WorkerTasks }>,
  deps: TaskDeps,
): Promise<Map<string, Task>> {
  const all = groups.flatMap(({ tasks = {} }) => Object.entries(tasks));
  return new Map(
    await Promise.all(all.map(async ([name, load]) => [name, await load(deps)] as const)),
  );
}
