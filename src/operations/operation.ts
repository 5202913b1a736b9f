import type { Change } from '../db/call.ts';
import type { AnyAnswer } from './answer.ts';
import type { OperationServices } from './services.ts';

export type { OperationServices };

/**
 * Runs `api.<operation>` as the caller, in a transaction of its own. The mode of a change in the request (dry run,
 * Idempotency-Key) applies only to the function of the route; `change` replaces it.
 * @returns the answer, with its headers or its refusal: it is for the client, or for openAnswer
 */
export type Run = (operation: string, args: object, change?: Change) => Promise<AnyAnswer>;

/**
 * Runs `api.<operation>` as `Run` does, and reads its answer.
 * @returns its data
 * @throws ApiError for a refusal
 */
export type Ask = <T>(operation: string, args: object, change?: Change) => Promise<T>;

/** Asks `api.<operation>`, which only reads, as the caller. @throws ApiError for a refusal */
export type Look = <T>(operation: string, args: object) => Promise<T>;

/** The things that an operation may use around its SQL function, wherever it is called from. */
export interface Context {
  services: OperationServices;
  caller: { tenant: string };
  /** With the scope and the permission that the operation itself needs. */
  ask: Look;
  /** Ends what is done for it: its client left, or its time is up. */
  signal?: AbortSignal | undefined;
  userAgent?: string | undefined;
  /** True for a dry run: nothing of the answer stays. */
  isDryRun?: boolean | undefined;
}

/**
 * Prepares the arguments of the SQL function: looks something up, hashes, compiles, plans, adds where this server is. It
 * changes nothing, and calls only functions that read, so it may run for each step of a transaction, or for a dry run.
 * @returns the arguments of the SQL function
 */
export type Before<Args> = (context: Context, args: Args) => Promise<object> | object;

/**
 * Shapes the data that the SQL function has answered: opens a secret, signs a URL. It changes nothing.
 * @param args what `before` was given
 */
export type After<Data, Args> = (
  context: Context,
  data: Data,
  args: Args,
) => Promise<object> | object;

/**
 * Does an operation that asks several functions, for code: a function, a report, a widget, a job. Its handler does the same
 * for a request.
 * @param context its `ask` runs the function of the route and those of `operations`, as the principal
 * @param given by the code: not checked yet
 * @returns the data as json text
 */
export type ForCode = (context: Context, given: object) => Promise<string>;
