import type { Config } from '../config.ts';
import type { Route } from '../http/route.ts';
import type { GroupMails } from '../messages/render.ts';
import type { OperationServices } from '../operations/operation.ts';
import type { AskSql } from '../sandbox/ask-sql.ts';
import type { MakeModels, StartLane } from './lane-deps.ts';
import type { WorkerCrons, WorkerTasks } from './tasks.ts';

/** The worker's view of a group. */
export interface WorkerGroup {
  routes: Route[];
  /** Works that are queued in app.work. Loaded when a worker starts. */
  lanes?: Array<() => Promise<StartLane>>;
  /** Tasks that our own events ask for: work of the kind `task`. */
  tasks?: WorkerTasks;
  /** Mails that it renders itself, by their templates. */
  mails?: GroupMails;
  /** Recurring tasks. */
  crons?: WorkerCrons;
  /** The services that it adds to those that operations use. */
  services?: (config: Config) => Pick<OperationServices, 'fileSigner'>;
  /** How functions and scheduled jobs ask in SQL, of the one group that answers it. */
  askSql?: () => Promise<AskSql>;
  /** The models that actions ask, of the one group that has them. */
  models?: () => Promise<MakeModels>;
}

/** Returns the signer of URLs to files, from the one group that has files. */
export function fileSignerOf(
  groups: WorkerGroup[],
  config: Config,
): OperationServices['fileSigner'] {
  const make = groups.find((group) => group.services)?.services;
  if (!make) throw new Error('no group signs URLs to files');
  return make(config).fileSigner;
}

/** How statements are asked, of the one group that says it. */
export async function loadAskSql(groups: WorkerGroup[]): Promise<AskSql> {
  const load = groups.find((group) => group.askSql)?.askSql;
  if (!load) throw new Error('no group says how to ask in SQL');
  return load();
}

/** The models that actions ask, of the one group that has them. */
export async function loadModels(groups: WorkerGroup[]): Promise<MakeModels> {
  const load = groups.find((group) => group.models)?.models;
  if (!load) throw new Error('no group has models');
  return load();
}
