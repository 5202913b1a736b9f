import type { z } from 'zod';
import type { RouteAnswer } from './route-answer.ts';
import type { RouteCaller } from './route-caller.ts';
import type { RouteDocs } from './route-docs.ts';
import type { After, Before, FileHandler, Handler, RouteEffects } from './route-effects.ts';
import type { RouteInput } from './route-input.ts';

/**
 * One operation of the API. From this row come the express route, validation, the SQL function's name
 * (`object.create` is api.object_create; under /admin and /owner it is in the schema platform), OpenAPI and the contract tests.
 */
export interface Route extends RouteCaller, RouteInput, RouteAnswer, RouteEffects, RouteDocs {}

export { onlyRedirects, type Protocol, uncompressed } from './route-answer.ts';
export {
  type AddressLimit,
  type Audience,
  countsAgainstPlan,
  hasOwnAddress,
  isPlatform,
  type Needs,
  needsOf,
  notImpersonated,
  permissionOf,
  type Scope,
  tenantByOf,
  tenantFromOf,
} from './route-caller.ts';
export { functionOf, type Method } from './route-docs.ts';
export { canBeTried, endsWithClient, kindOf, mindsIfMatch, mutates } from './route-effects.ts';
export { bytesOf, type PathRule, type Upload, uploadOf, versionNumber } from './route-input.ts';
export { worksInNode } from './works-in-node.ts';

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
  extends Omit<Route, 'path' | 'body' | 'query' | 'handler' | 'fileHandler' | 'before' | 'after'> {
  path: Path;
  body?: Body;
  query?: Query;
  handler?: Handler<ArgsOf<Path, Body, Query>>;
  fileHandler?: FileHandler<ArgsOf<Path, Body, Query>>;
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

/** The routes of one group; the name is the same in src/groups, sql/50_api, test and as the OpenAPI tag. */
export interface RouteGroup {
  name: string;
  description: string;
  routes: Route[];
  /** Descriptions of the parameters in its paths; those of a name that another group explains are left out. */
  parameters?: Record<string, string>;
  /** Fields that several of its queries have, by the names of their components in the OpenAPI document. */
  queryFields?: Record<string, z.ZodType>;
}
