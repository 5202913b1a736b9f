import type pg from 'pg';
import type { OperationServices } from '../../operations/services.ts';
import type { FindRoute } from '../../operations/transaction.ts';
import type { LaneParts } from '../../pulse/lane.ts';
import type { Poll } from '../../pulse/poll.ts';
import type { Wakeups } from '../../pulse/wakeups.ts';
import type { WorkerFunctions } from '../functions/worker-functions.ts';
import type { WorkerSql } from '../functions/worker-sql.ts';

/** A text or JSON that a model has made. */
export interface MadeText {
  text?: string;
  object?: unknown;
  /** It is not as the schema says, and why. */
  fault?: string;
}

/** Models for what acts by itself: with the rights of its principal, on account of its tenant. */
export interface Models {
  /** @param config the input of `ai_generate` @param isMuted see Work @throws ApiError, also 403 for a principal that may not ask */
  make(tenant: string, principal: object, config: object, isMuted?: boolean): Promise<MadeText>;
}

/** Makes the models of a worker. @param pool as insula_worker */
export type MakeModels = (
  pool: pg.Pool,
  services: Pick<OperationServices, 'box' | 'outbound'>,
) => Models;

/** The parts of a worker that its lanes are given. */
export interface WorkerParts extends LaneParts {
  /** To be rung after what lanes write themselves. */
  wakeups: Wakeups;
  findRoute: FindRoute;
  services: OperationServices;
}

/** The dependencies of the lanes of groups. */
export interface LaneDeps extends Omit<WorkerParts, 'services'>, OperationServices {
  /** SQL of tenants: of functions and scheduled jobs. */
  sql: WorkerSql;
  /** Where functions run, for all lanes together. */
  functions: WorkerFunctions;
  models: Models;
}

/** Begins to do the works of a group. */
export type StartLane = (deps: LaneDeps) => Poll;
