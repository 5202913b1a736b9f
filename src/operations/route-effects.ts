import type { CompanyName } from '../db/connections.ts';
import type { Kind } from '../db/time-limits.ts';
import type { FileHandler, Handler, MayHandle } from './handler.ts';
import type { After, Before, Context, ForCode } from './operation.ts';
import type { RouteAnswer } from './route-answer.ts';
import { isPlatform, type RouteCaller } from './route-caller.ts';
import type { RouteDocs } from './route-docs.ts';
import { bytesOf, type RouteInput } from './route-input.ts';

/** The work of an operation in the database and in Node, and how it may be done. */
export interface RouteEffects extends MayHandle {
  /** For what method and scope do not tell: see `mutates`. */
  isMutation?: boolean;
  /** Changes or deletes a record, and answers something else than it: minds If-Match, as what `isVersioned` does. */
  isConditional?: boolean;
  /** Takes a password or a code of the caller: cannot be tried without a trace (see `canBeTried`). */
  provesSecret?: boolean;
  /** Does something beside the database that a dry run could not take back: it is refused. */
  isUntried?: true;
  /** Work that grows with the data: may take 10 minutes, on connections of its own. */
  isPatient?: boolean;
  /**
   * It is quick and bounded, so while others wait it shares a statement with them: see src/db/company.ts. `search` for what
   * may be quick here and slow there.
   */
  rides?: CompanyName;
  /** Its processor time grows with the data, as that of reads does: of those not known to be quick a tenant has few at a time. */
  growsWithData?: true;
  /** It holds what all tenants share until its transaction ends: it is part of no longer one. */
  standsAlone?: boolean;
  /** It changes how many calls a key or a tenant may make: what this process knows of that is forgotten. */
  changesLimits?: true;
  /** There is no SQL function of this name: the handler calls those of other routes. */
  isComposed?: boolean;
  /** Further functions of the schema that the handler calls, and that change something. */
  operations?: string[];
  /** Further functions of the schema that its work in Node asks, and that only read: see `readsOnly`. */
  looks?: string[];
  /** Prepares the arguments of the SQL function in Node: see Before, and `handled`. */
  before?(context: Context, args: object): Promise<object> | object;
  /**
   * The members of the input that `before` reads, or puts elsewhere, such as `url` or `actions.0`: in a transaction they
   * cannot refer to what earlier requests answer.
   */
  reads?: readonly string[] | ((args: Record<string, unknown>) => string[]);
  /** Shapes what the SQL function has answered: see After. */
  after?(context: Context, data: object, args: object): Promise<object> | object;
  /** Does it for code, where a handler does it for requests: see ForCode. */
  forCode?: ForCode;
}

export type { After, Before, FileHandler, Handler };

/** The fields that tell whether an operation changes something. */
type Changing = Pick<RouteEffects, 'isMutation'> &
  Pick<RouteDocs, 'method'> &
  Pick<RouteCaller, 'scope'>;

/** Whether an operation changes something. Reads may also use POST, with the scope read. */
export const mutates = ({ isMutation, method, scope }: Changing): boolean =>
  isMutation ?? (method !== 'GET' && !(method === 'POST' && scope === 'read'));

/** How long an operation may take in the database, and on which connections. */
export const kindOf = (route: Changing & Pick<RouteEffects, 'isPatient'>): Kind =>
  route.isPatient ? 'patient' : mutates(route) ? 'write' : 'read';

/**
 * Whether the calls of an operation end when its client leaves. A handler that changes something in several calls runs
 * to completion, so that nothing is left half done: an upload, a run of a function.
 */
export const endsWithClient = (
  route: Changing & Pick<RouteEffects, 'handler' | 'isPatient'>,
): boolean => !route.handler || route.isPatient === true || !mutates(route);

/**
 * Whether a change may be tried first (dry run) and is kept for its Idempotency-Key. Not operations that strangers
 * call: a sign-in that leaves no trace would be a way to guess, and strangers have no name under which an answer could
 * be kept. Nor those that take a secret from a user, for the first reason, nor those that change more than the database,
 * nor those with an empty answer, which could not show that they were only tried.
 */
export const canBeTried = (
  route: Changing &
    Pick<RouteEffects, 'provesSecret' | 'isComposed'> &
    Pick<RouteInput, 'takes'> &
    Pick<RouteAnswer, 'status'>,
): boolean =>
  mutates(route) &&
  route.scope !== 'public' &&
  route.scope !== 'open' &&
  !route.provesSecret &&
  !bytesOf(route) &&
  route.status !== 204 &&
  !(route.isComposed && isPlatform(route));

/** Whether an operation is done only while the record has the ETag that If-Match names. */
export const mindsIfMatch = ({
  method,
  status,
  isVersioned,
  isConditional,
}: Pick<RouteDocs, 'method'> &
  Pick<RouteAnswer, 'status' | 'isVersioned'> &
  Pick<RouteEffects, 'isConditional'>): boolean =>
  method !== 'GET' && (isConditional || (isVersioned && status !== 201)) === true;
