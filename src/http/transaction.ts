import { type Kind, limitOf } from '../db/time-limits.ts';
import { ApiError, type ErrorExtras } from '../errors.ts';
import { checkSent } from './body-shape.ts';
import { checkParams, checkQuery, ifMatchOf, readQuery } from './input.ts';
import { findReferences, maxReferences, type Reference, refers, textPlaces } from './references.ts';
import { functionOf, isPlatform, kindOf, type Method, permissionOf, type Route } from './route.ts';

/** One request of POST /v1/transaction, its shape checked. */
export interface StepRequest {
  id?: string | undefined;
  method: Method;
  path: string;
  body?: Record<string, unknown> | undefined;
  headers?: Record<string, string> | undefined;
}

/** The steps that api.transaction_run does, one after the other. */
export interface Step {
  id: string | null;
  operation: string;
  scope: string;
  permission: string;
  status: number;
  args: Record<string, unknown>;
  references: Reference[];
}

export interface Transaction {
  args: { steps: Step[] };
  /** Patient as soon as one step is. */
  kind: Kind;
  /** How long its steps may take together, in milliseconds. */
  limitMs: number;
  /** True if any step has a secret. */
  hasSecret: boolean;
}

export interface Found {
  route: Route;
  params: Record<string, string | undefined>;
}

/** The route of a method and a path; @throws 404 or 405 */
export type FindRoute = (method: string, path: string) => Found;

/**
 * The requests of POST /v1/transaction, each with its route found and its input checked as for a separate request.
 * @throws the error of the first that cannot be, with its index in `details`
 */
export function prepareTransaction(requests: StepRequest[], find: FindRoute): Transaction {
  const steps: Step[] = [];
  const found: Route[] = [];
  const names = new Map<string, number>();
  let references = 0;
  for (const [index, request] of requests.entries()) {
    inStep(index, request, () => {
      const { route, params } = find(request.method, pathOf(request.path));
      const step = prepareStep(request, route, params, names);
      references += step.references.length;
      if (references > maxReferences)
        throw ApiError.invalid(
          'body',
          'too_many',
          `must not contain more than ${maxReferences} references in all requests together`,
        );
      if (request.id !== undefined) {
        if (names.has(request.id))
          throw ApiError.invalid('id', 'duplicate', 'is already the id of an earlier request');
        names.set(request.id, index);
      }
      steps.push(step);
      found.push(route);
    });
  }
  return {
    args: { steps },
    kind: found.some((route) => route.isPatient) ? 'patient' : 'write',
    limitMs: found.reduce((sum, route) => sum + limitOf[kindOf(route)], 0),
    hasSecret: found.some((route) => route.hasSecret),
  };
}

/**
 * One request by itself, to be done by app.act: braces in it are text.
 * @throws the error that it would be answered, 400 for what needs more than the database
 */
export function prepareCall(request: StepRequest, find: FindRoute): Step {
  const { route, params } = find(request.method, pathOf(request.path));
  return prepareStep(request, route, params, null);
}

const pathOf = (url: string): string => url.split('?', 1)[0] as string;

/** Sign-in and sign-out belong to no transaction of data. */
const isAuth = ({ scope }: Route): boolean => scope === 'public' || scope === 'user';

function prepareStep(
  request: StepRequest,
  route: Route,
  params: Found['params'],
  names: ReadonlyMap<string, number> | null,
): Step {
  // An operation with work in Node is more than one call of the database.
  const isOne = route.id === 'transaction.run' || 'handler' in route || route.standsAlone;
  if (isPlatform(route) || isAuth(route) || isOne)
    throw ApiError.invalid(
      'path',
      'not_offered',
      names
        ? isOne
          ? 'cannot be part of a transaction, because it needs more than the database. Send it separately'
          : 'cannot be part of a transaction'
        : 'cannot be called from here',
    );
  const search = request.path.slice(pathOf(request.path).length + 1);
  refuseForTheWhole(request, search);
  // The value of a reference is checked where it is known.
  const given = Object.entries(params).filter(([, value = '']) => names === null || !refers(value));
  within('path', () => checkParams(Object.fromEntries(given)));
  const query = within('query', () => checkQuery(route, search));
  const sent = request.body ?? {};
  const { body: schema } = route;
  const body = within('body', () => checkSent(route, sent));
  const condition = within('headers', () => ifMatchOf(route, headersOf(request).get('if-match')));
  const args = { ...body, ...query, ...params, ...condition };
  const texts = [
    ...Object.keys({ ...query, ...params }).map((name) => [name]),
    ...(names && schema && refers(JSON.stringify(sent)) ? textPlaces(schema, sent) : []),
  ];
  const isText = (at: string[]) => texts.some((text) => text.every((name, i) => name === at[i]));
  return {
    id: request.id ?? null,
    operation: functionOf(route),
    scope: route.scope,
    permission: permissionOf(route),
    status: route.status ?? 200,
    args,
    references: names ? findReferences(args, names, isText) : [],
  };
}

const headersOf = ({ headers = {} }: StepRequest) =>
  new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Refuses for one step what can only be set for the whole transaction. */
function refuseForTheWhole(request: StepRequest, search: string): void {
  const query = within('query', () => readQuery(search));
  for (const name of ['dry_run', 'tenant_id', 'as_user'])
    if (name in query) throw forTheWhole(`query.${name}`);
  for (const name of headersOf(request).keys())
    if (name !== 'if-match') throw forTheWhole(`headers.${name}`.slice(0, 100));
}

const forTheWhole = (path: string) =>
  ApiError.invalid(path, 'not_here', 'cannot be set for one request: set it for the transaction');

/** Adds where in the request an input stands. */
function within<T>(part: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof ApiError
      ? moved(error, (path) => (path === part ? part : `${part}.${path}`))
      : error;
  }
}

/** Adds which request an error is of. */
function inStep(index: number, { id }: StepRequest, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const prefix = `requests[${index}]`;
    const { code, message, extras, headers } = moved(error, (path) => `${prefix}.${path}`);
    const named = { index, ...(id === undefined ? {} : { id }) };
    const faults = Array.isArray(extras.details) ? extras.details : [{ ...extras, code, message }];
    throw new ApiError(
      code,
      extras.param ? message : `${prefix}: ${message}`,
      { ...extras, details: faults.map((fault) => ({ ...named, ...fault })) },
      headers,
    );
  }
}

/** The same error, said of another place: each path that it names is what `move` makes of it. */
export function moved(error: ApiError, move: (path: string) => string): ApiError {
  const { param, details } = error.extras as ErrorExtras & { details?: Array<{ path?: string }> };
  const extras = { ...error.extras };
  if (param !== undefined) extras.param = move(param);
  if (Array.isArray(details))
    extras.details = details.map((one) =>
      one.path === undefined ? one : { ...one, path: move(one.path) },
    );
  const message =
    param !== undefined && error.message.startsWith(`${param}: `)
      ? `${extras.param}${error.message.slice(param.length)}`
      : error.message;
  return new ApiError(error.code, message, extras, error.headers);
}
