import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Change, Credential } from '../db/call.ts';
import type { FileTaker } from '../ground/bodies/multipart.ts';
import type { AnyAnswer } from './answer.ts';
import type { RequestContext } from './context.ts';
import type { Caller } from './credential.ts';
import type { Ask, Run } from './operation.ts';
import type { Route } from './route.ts';
import type { Services } from './services.ts';

export type { Ask, Run };

export interface Found {
  route: Route;
  params: Record<string, string | undefined>;
}

/** The route of a method and a path; @throws 404 or 405 */
export type FindRoute = (method: string, path: string) => Found;

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

/** The caller of a request and their ways to the database, as a handler has them. */
export type CallMeans = Pick<HandlerCall, 'caller' | 'credential' | 'run' | 'readInput'>;

/** A row that may have a handler, whatever that takes: `handled` holds it against what the row reads. */
export interface MayHandle {
  /**
   * Answers in place of the SQL function of this name, which it calls: for what streams bytes, or makes several
   * changes. It cannot be part of a transaction: see `cannotRide`.
   */
  handler?(call: HandlerCall<object>): Promise<AnyAnswer | undefined>;
  /**
   * Sends a file where `format` of the input names another format than json. Otherwise the SQL function is all of the
   * operation, so it can be part of a transaction.
   */
  fileHandler?(call: HandlerCall<object>): Promise<undefined>;
}

/** Whether the input of an operation with a `fileHandler` asks for a file. */
export function asksForFile(args: object): boolean {
  const { format = 'json' } = args as { format?: unknown };
  return format !== 'json';
}

/**
 * The work of a route in Node around its calls of the database, never inside one: the handlers of src/groups.
 * @returns the answer like that of an SQL function, or undefined when it has been sent
 */
export type Handler<Args = Record<string, unknown>> = (
  call: HandlerCall<Args>,
) => Promise<AnyAnswer | undefined>;

/** The same where a file is asked for, and sent: `format` is not json. */
export type FileHandler<Args> = (call: HandlerCall<FileArgs<Args>>) => Promise<undefined>;

type FileArgs<Args> = Args extends { format?: infer Format }
  ? Omit<Args, 'format'> & { format: Exclude<Format, 'json' | undefined> }
  : never;
