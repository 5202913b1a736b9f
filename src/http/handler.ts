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

/** A call that TypeScript answers, with the caller's own way to the database. */
export interface HandlerCall extends Call {
  services: Services;
  /** Where the routes are, for a call that is made of others. */
  findRoute: FindRoute;
  /** Checked input (see readArgs); empty for a route with `upload`, which reads its own with `readInput`. */
  args: Record<string, unknown>;
  /** @param taker what becomes of the bytes of a file */
  readInput(taker?: FileTaker<unknown>): Promise<Record<string, unknown>>;
  caller: Caller;
  /** The caller, for calls that come later than this one. */
  credential: Credential;
  /** How the request wants its change made; undefined for what only reads. */
  change: Change | undefined;
  /**
   * Runs `api.<operation>` as the caller, in a transaction of its own. What the request says of how a change is to be
   * made (dry run, Idempotency-Key) goes for the function of the route alone; `change` says it instead.
   * @returns the answer as json text
   */
  run(operation: string, args: object, change?: Change): Promise<string>;
}

/**
 * What a route does in Node around its calls of the database, never inside one: the handlers of src/groups.
 * @returns the answer like that of an SQL function, or undefined when it has been sent
 */
export type Handler = (call: HandlerCall) => Promise<string | undefined>;
