import type { z } from 'zod';
import type { CompanyName } from '../db/connections.ts';
import type { Kind } from '../db/time-limits.ts';
import type { ErrorCode } from '../errors.ts';
import type { After, Before, Context, ForCode } from '../operations/operation.ts';
import type { Handler, MayHandle } from './handler.ts';
import type { Upload } from './multipart.ts';

export type Scope = 'read' | 'write' | 'schema' | 'files' | 'auth' | 'ai' | 'sql' | '*';
/** Callers that no scope describes: a signed-in user; anyone, in a tenant; anyone; the operator. */
export type Audience = 'user' | 'public' | 'open' | 'platform';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One operation of the API. From this row come the express route, validation, the SQL function's name
 * (`object.create` is api.object_create; under /admin and /owner it is in the schema platform), OpenAPI and the contract tests.
 */
export interface Route extends MayHandle {
  /** `<noun>.<verb>`: one word from route to SQL to event to test. */
  id: string;
  method: Method;
  /** With `:name` for parameters, named as the SQL function reads them. */
  path: string;
  /**
   * The scope that an API key needs, or the audience: `user` a signed-in user only; `public` anyone who names a tenant,
   * `open` anyone, without a tenant; `platform` the platform key.
   */
  scope: Scope | Audience;
  /** It makes a tenant: its id is known before it is called. */
  makesTenant?: boolean;
  /**
   * A function of the schema platform that finds the tenant of an operation of the operator, `{tenant_id}`, where its
   * path does not: it goes into its input as well.
   */
  tenantBy?: string;
  /** The permission that the roles of a user need, if the scope does not determine it: see `permissionOf`. */
  permission?: string;
  /** A public operation that a user's access token may go on with, such as the second factor. */
  takesToken?: boolean;
  /**
   * A public operation that is mostly called with a token: anyone who names no tenant is asked for one (401), not for the
   * tenant (400).
   */
  asksForToken?: boolean;
  /** The scope that a public operation requires of a token, where what its URL carries would do as well. */
  scopeWithToken?: Scope;
  /** People follow it as a link, to which mailers and advertisers add their own parameters: they are ignored. */
  isLink?: boolean;
  /**
   * A public operation at an address that identifies the tenant: app.tenant_addresses knows its path, under the domain
   * that
   * was asked or under BASE_URL's. No token is looked at, and unknown parameters of the query are passed over.
   */
  hasOwnAddress?: boolean;
  /** It answers people: with pages, its errors too, where Accept names text/html. */
  isPage?: boolean;
  /** The token may be in the query, for clients that cannot send headers: EventSource. */
  takesQueryToken?: boolean;
  /** The tenant of a public operation, if its input names it: `tenantOfSecret`, or an address that leads to one. */
  tenantFrom?: (args: Record<string, unknown>) => string | undefined;
  /** Limits calls per address, in addition to the limits of keys and tenants. Operations of one name count together. */
  limit?: AddressLimit;
  /** It holds what all tenants share until its transaction ends: it is part of no longer one. */
  standsAlone?: boolean;
  /** How many keys and values its body may hold, where that is more than others may. */
  maxValues?: number;
  /** A list of its body that its handler only passes on: of a large body it is JsonText. */
  passesOn?: string;
  /** Takes its body as application/x-www-form-urlencoded too: what a browser posts on its way back to us. */
  takesForm?: boolean;
  /** Sends the browser on (302; 303 after a POST): always, or where it is not asked for `returns` instead. */
  redirects?: 'always' | 'unless_asked';
  /** The status of such an answer, where it differs. */
  redirectStatus?: 302;
  summary: string;
  description?: string;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** `z.never()` for what answers in no envelope. */
  returns: z.ZodType;
  /** The answer is `returns` itself, in no envelope; its handler sends it, also as this media type. */
  bareAs?: string;
  /** 200 unless something was created, which is 201; 204 for answers without a body, which a handler sends. */
  status?: 200 | 201 | 204;
  /** It may also answer 202 with the same shape: what was asked for is done later. */
  isDeferrable?: boolean;
  /** Beyond those that any route can answer. */
  errors?: ErrorCode[];
  /** Statuses of errors that differ here, because a foreign protocol requires it: one, or all that there are. */
  errorStatuses?: Partial<Record<ErrorCode, number | number[]>>;
  /** The answer is a record, with its ETag; GET minds If-None-Match, a change of it If-Match. */
  isVersioned?: boolean;
  /** Changes or deletes such a record, and answers something else: minds If-Match too. */
  isConditional?: boolean;
  /** Work that grows with the data: may take 10 minutes, on connections of its own. */
  isPatient?: boolean;
  /**
   * It is quick and bounded, so while others wait it shares a statement with them: see src/db/company.ts. `search` for what
   * may be quick here and slow there.
   */
  rides?: CompanyName;
  /** Its processor time grows with the data, as that of reads does: of those not known to be quick a tenant has few at a time. */
  growsWithData?: true;
  /** For what method and scope do not tell: see `mutates`. */
  isMutation?: boolean;
  /** The answer holds a secret that is shown once: where an answer is kept, it is encrypted. */
  hasSecret?: boolean;
  /** Takes a password or a code of the caller: cannot be tried without a trace (see `canBeTried`). */
  provesSecret?: boolean;
  /** Does something beside the database that a dry run could not take back: it is refused. */
  isUntried?: true;
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
  /** Further functions of the schema that the handler calls. */
  operations?: string[];
  /** There is no SQL function of this name: the handler calls those of other routes. */
  isComposed?: boolean;
  /** Takes the fields of `body` as multipart/form-data too, beside a file of up to so many bytes. */
  upload?: Upload;
  /** Takes bytes as its body, which the handler reads: of any type, or of one. */
  takesBytes?: boolean | string;
  /** Answers with the bytes of a file, by `sendContent`: conditional requests, ranges. */
  sendsContent?: boolean;
  /** Headers of its own that it reads, and that its good answers have; each with its meaning. */
  takesHeaders?: Record<string, string>;
  givesHeaders?: Record<string, string>;
  /** Headers of each of its answers, errors too. */
  everyAnswer?: Record<string, string>;
  /** `X-HTTP-Method-Override` sets the method at its path, as the protocol that it speaks wants it. */
  takesMethodOverride?: true;
  /** Headers of the answer to OPTIONS at its path. */
  optionsHeaders?: Record<string, string>;
  /** Media types of an answer that is a file, not an envelope. `returns` is then the 202 of a file that is not ready yet. */
  produces?: string[];
  /** Its answer comes as server-sent events where the body asks for it. */
  streams?: true;
  example?: { body?: unknown; data?: unknown };
}

/** The names of the parameters in a path: `job_id` of `/v1/scheduled-jobs/:job_id/runs`. */
type ParametersOf<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParametersOf<More>
    : Rest
  : never;

type ArgsOf<
  Path extends string,
  Body extends z.ZodObject,
  Query extends z.ZodObject,
> = z.output<Body> & z.output<Query> & Record<ParametersOf<Path>, string>;

/** A row whose work in Node takes what its body, its query and its path are read as. */
interface HandledRow<Path extends string, Body extends z.ZodObject, Query extends z.ZodObject, Data>
  extends Omit<Route, 'path' | 'body' | 'query' | 'handler' | 'before' | 'after'> {
  path: Path;
  body?: Body;
  query?: Query;
  handler?: Handler<ArgsOf<Path, Body, Query>>;
  before?: Before<ArgsOf<Path, Body, Query>>;
  after?: After<Data, ArgsOf<Path, Body, Query>>;
}

/** A row with work in Node: the compiler holds what that takes against what the row reads. */
export const handled = <
  const Path extends string,
  Body extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Data extends object = object,
>(
  row: HandledRow<Path, Body, Query, Data>,
): Route => row as Route;

export { worksInNode } from './works-in-node.ts';
export type { Upload };

export interface AddressLimit {
  name: string;
  points: number;
  seconds: number;
}

/** The routes of one group; the name is the same in src/groups, sql/50_api, test and as the OpenAPI tag. */
export interface RouteGroup {
  name: string;
  description: string;
  routes: Route[];
  /** Descriptions of the parameters in its paths; those of a name that another group explains are left out. */
  parameters?: Record<string, string>;
}

/** The SQL function behind a route: `object.create` → `object_create`. */
export const functionOf = (route: Route): string => route.id.replace('.', '_');

/** Whether an operation changes something. Reads may also use POST, with the scope read. */
export const mutates = (route: Route): boolean =>
  route.isMutation ??
  (route.method !== 'GET' && !(route.method === 'POST' && route.scope === 'read'));

/**
 * Whether an operation that a handler asks on its way only looks: by its name, to which test/catalog/functions.test.ts
 * holds what the database says of its function.
 */
export const readsOnly = (operation: string): boolean => looks.test(operation);

const looks =
  /_(content|file|get|key|list|pending|plan|rules|sealed|source|stats|types|upload_check|versions)$/;

/** How long an operation may take in the database, and on which connections. */
export const kindOf = (route: Route): Kind =>
  route.isPatient ? 'patient' : mutates(route) ? 'write' : 'read';

/**
 * Whether the calls of an operation end when its client leaves. A handler that changes something in several calls runs
 * to completion, so that nothing is left half done: an upload, a run of a function.
 */
export const endsWithClient = (route: Route): boolean =>
  !route.handler || route.isPatient === true || !mutates(route);

/**
 * Whether a change may be tried first (dry run) and is kept for its Idempotency-Key. Not operations that strangers
 * call: a sign-in that leaves no trace would be a way to guess, and strangers have no name under which an answer could
 * be kept.
 * Nor those that take a secret from a user, for the first reason, nor those that change more than the database, nor
 * those with an empty answer, which could not show that they were only tried.
 */
export const canBeTried = (route: Route): boolean =>
  mutates(route) &&
  route.scope !== 'public' &&
  route.scope !== 'open' &&
  !route.provesSecret &&
  !route.takesBytes &&
  route.status !== 204 &&
  !(route.isComposed && isPlatform(route));

/** Whether an operation is done only while the record has the ETag that If-Match names. */
export const mindsIfMatch = ({ method, status, isVersioned, isConditional }: Route): boolean =>
  method !== 'GET' && (isConditional || (isVersioned && status !== 201)) === true;

/** Operations of the schema platform: they run without a tenant. */
export const isPlatform = ({ scope }: Pick<Route, 'scope'>): boolean =>
  scope === 'platform' || scope === 'open';

/**
 * Whether it is refused to a tenant that has used up the calls of its month: not what a tenant looks at then, or pays with,
 * nor what is called without a token.
 */
export const countsAgainstPlan = (route: Route): boolean =>
  !isPlatform(route) && !route.hasOwnAddress && !/^\/v1\/(usage$|billing\/)/.test(route.path);

const permissions: Partial<Record<Route['scope'], string>> = {
  read: 'objects:read',
  write: 'objects:write',
  files: 'files:write',
};

/**
 * The permission that the roles of a user need: for data by its scope, for everything that a tenant manages by the name
 * of its group, such as `keys:manage`.
 */
export function permissionOf(route: Route): string {
  const segment = route.path.split('/')[2]?.replaceAll('-', '_');
  const scope = route.scopeWithToken ?? route.scope;
  return route.permission ?? permissions[scope] ?? `${segment}:manage`;
}
