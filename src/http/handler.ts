import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Change, Credential } from '../db/call.ts';
import type { Services } from '../services.ts';
import type { Caller } from './caller.ts';
import type { RequestContext } from './context.ts';
import type { FileTaker } from './multipart.ts';
import type { Route } from './route.ts';
import type { FindRoute } from './transaction.ts';

/** One request to a route, on its way. */
export interface Call {
  route: Route;
  req: IncomingMessage;
  res: ServerResponse;
  ctx: RequestContext;
  params: Record<string, string | undefined>;
  search: string;
}

/**
 * Runs `api.<operation>` as the caller, in a transaction of its own. What the request says of how a change is to be
 * made (dry run, Idempotency-Key) goes for the function of the route alone; `change` says it instead.
 * @returns the answer as json text, with its headers or its refusal: it is for the client, or for openAnswer
 */
export type Run = (operation: string, args: object, change?: Change) => Promise<string>;

/**
 * Runs `api.<operation>` as `Run` does, and reads its answer.
 * @returns its data
 * @throws ApiError for a refusal
 */
export type Ask = <T>(operation: string, args: object, change?: Change) => Promise<T>;

/**
 * A call that TypeScript answers, with the caller's own way to the database.
 * @typeParam Args what body, query and path of the route are read as
 */
export interface HandlerCall<Args = Record<string, unknown>> extends Call {
  services: Services;
  /** Where the routes are, for a call that is made of others. */
  findRoute: FindRoute;
  /** Checked input (see readArgs); empty for a route with `upload`, which reads its own with `readInput`. */
  args: Args;
  /** @param taker what becomes of the bytes of a file */
  readInput(taker?: FileTaker<unknown>): Promise<Record<string, unknown>>;
  caller: Caller;
  /** The caller, for calls that come later than this one. */
  credential: Credential;
  /** How the request wants its change made; undefined for what only reads. */
  change: Change | undefined;
  run: Run;
  ask: Ask;
}

/**
 * The work of a route in Node around its calls of the database, never inside one: the handlers of src/groups.
 * @returns the answer like that of an SQL function, or undefined when it has been sent
 */
export type Handler<Args = Record<string, unknown>> = (
  call: HandlerCall<Args>,
) => Promise<string | undefined>;
