import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Change } from '../db/call.ts';
import type { RequestContext } from './context.ts';
import type { Route } from './route.ts';

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
  /**
   * Runs `api.<operation>` as the caller, in a transaction of its own. What the request says of how a change is to be
   * made (dry run, Idempotency-Key) goes for the function of the route alone; `change` says it instead.
   * @returns the answer as json text
   */
  run(operation: string, args: object, change?: Change): Promise<string>;
}

/**
 * What a route does in Node around its calls of the database, never inside one: src/handlers.
 * @returns the answer like that of an SQL function, or undefined when it has been sent
 */
export type Handler = (call: HandlerCall) => Promise<string | undefined>;
