import { limitOf } from '../db/time-limits.ts';
import { ApiError, type ErrorExtras } from '../ground/errors.ts';
import { checkSent } from './body-shape.ts';
import { asksForFile, type FindRoute, type Found } from './handler.ts';
import { checkParams, checkQuery, ifMatchOf, readQuery } from './input.ts';
import { findReferences, maxReferences, type Reference, refers, textPlaces } from './references.ts';
import {
  functionOf,
  isPlatform,
  kindOf,
  type Method,
  type Needs,
  needsOf,
  type Route,
  worksInNode,
} from './route.ts';
import type { TransactionTraits, Work } from './transaction-traits.ts';
import { checkStepNumbers } from './whole-numbers.ts';

export type { FindRoute, Found, TransactionTraits, Work };

/** One request of POST /v1/transaction, its shape checked. */
export interface StepRequest {
  id?: string | undefined;
  method: Method;
  path: string;
  body?: Record<string, unknown> | undefined;
  headers?: Record<string, string> | undefined;
}

/** The steps that api.transaction_run does, one after the other. */
export interface Step extends Needs {
  id: string | null;
  operation: string;
  status: number;
  args: Record<string, unknown>;
  references: Reference[];
}

export interface Transaction extends TransactionTraits {
  args: { steps: Step[] };
}

/**
 * Finds the route of each request of POST /v1/transaction, and checks its input as if it were sent by itself.
 * @throws the error of the first that cannot be, with its index in `details`
 */
export function prepareTransaction(requests: StepRequest[], find: FindRoute): Transaction {
  const steps: Step[] = [];
  const found: Route[] = [];
  const works: Work[] = [];
  const names = new Map<string, number>();
  let references = 0;
  for (const [index, request] of requests.entries()) {
    inStep(index, request, () => {
      const { route, params } = find(request.method, pathOf(request.path));
      within('body', () => checkStepNumbers(route, requests, index));
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
      if (worksInNode(route)) {
        const { id, method, path } = request;
        works.push({ index, id, method, path: pathOf(path) });
      }
    });
  }
  return {
    args: { steps },
    kind: found.some((route) => route.isPatient) ? 'patient' : 'write',
    limitMs: found.reduce((sum, route) => sum + limitOf[kindOf(route)], 0),
    hasSecret: found.some((route) => route.hasSecret),
    works,
  };
}

/**
 * One request by itself, to be done by app.act: braces in it are text.
 * @throws the error that it would be answered, 400 for what cannot be called from here
 */
export function prepareCall(request: StepRequest, find: FindRoute): { step: Step; route: Route } {
  const { route, params } = find(request.method, pathOf(request.path));
  return { step: prepareStep(request, route, params, null), route };
}

const pathOf = (url: string): string => url.split('?', 1)[0] as string;

/** Tells why a request to a route cannot be a step of a transaction or run by act; undefined if it can. */
export function cannotRide(route: Route): 'alone' | 'auth' | 'node' | 'operator' | undefined {
  if (isPlatform(route)) return 'operator';
  // Signing in or out does not belong to a transaction of data.
  if (route.scope === 'public' || route.scope === 'user') return 'auth';
  if (route.handler || route.isTransaction) return 'node';
  // A lock that all tenants wait for is not held for longer than its own call; a limit of addresses counts requests.
  return route.standsAlone || route.limit ? 'alone' : undefined;
}

const whyNot = {
  auth: 'it is about signing in or the caller’s own account',
  operator: 'it does not run as a tenant',
  node: 'it needs more than the database',
  alone: 'it is answered only by itself',
};

function prepareStep(
  request: StepRequest,
  route: Route,
  params: Found['params'],
  names: ReadonlyMap<string, number> | null,
): Step {
  const reason = cannotRide(route);
  if (reason)
    throw ApiError.invalid(
      'path',
      'not_offered',
      `names ${request.method} ${pathOf(request.path)}, which cannot be ` +
        (names
          ? `part of a transaction: ${whyNot[reason]}. Send it by itself`
          : `called from here: ${whyNot[reason]}. Call it over HTTP`),
    );
  const search = request.path.slice(pathOf(request.path).length + 1);
  refuseForTheWhole(request, search);
  // The value of a reference is checked where it is known.
  const given = Object.entries(params).filter(([, value = '']) => names === null || !refers(value));
  within('path', () => checkParams(Object.fromEntries(given), route.pathRules));
  const query = within('query', () => checkQuery(route, search));
  const sent = request.body ?? {};
  const { body: schema } = route;
  const body = within('body', () => checkSent(route, sent));
  const condition = within('headers', () => ifMatchOf(route, headersOf(request).get('if-match')));
  const args = { ...body, ...query, ...params, ...condition };
  if (route.fileHandler && asksForFile(args))
    throw ApiError.invalid('query.format', 'not_here', onlyJson);
  const texts = [
    ...Object.keys({ ...query, ...params }).map((name) => [name]),
    ...(names && schema && refers(JSON.stringify(sent)) ? textPlaces(schema, sent) : []),
  ];
  const isText = (at: string[]) => texts.some((text) => text.every((name, i) => name === at[i]));
  const references = names ? findReferences(args, names, isText) : [];
  requireUnread(route, args, references);
  return {
    id: request.id ?? null,
    operation: functionOf(route),
    ...needsOf(route),
    status: route.status ?? 200,
    args,
    references,
  };
}

/** @throws 400 for a reference where Node reads the value: what it refers to is known only within the transaction */
function requireUnread(route: Route, args: Record<string, unknown>, found: Reference[]): void {
  if (found.length === 0 || !route.reads) return;
  const reads = typeof route.reads === 'function' ? route.reads(args) : route.reads;
  for (const { at } of found) {
    const place = at.join('.');
    if (reads.some((one) => place === one || place.startsWith(`${one}.`)))
      throw unknownYet(route, place);
  }
}

/** Of a reference in a member of the input that has to be known before the transaction begins. */
export const unknownYet = (route: Route, place: string): ApiError =>
  ApiError.invalid(
    inRequest(route, place),
    'not_known_yet',
    'cannot refer to an earlier request: it is looked at before the transaction begins. Send this request after the transaction, or write the value itself',
  );

/** Where a member of the input stands in a request of a transaction: `url` is `body.url`. */
export function inRequest(route: Route, place: string): string {
  const [name = ''] = place.split(/[.[]/, 1);
  if (name in (route.body?.shape ?? {})) return `body.${place}`;
  if (name in (route.query?.shape ?? {})) return `query.${place}`;
  return route.path.includes(`:${name}`) ? `path.${place}` : place;
}

const onlyJson = 'must be json here: ask for the file by a request of its own';

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

function inStep(index: number, request: StepRequest, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw ofStep(index, request, error);
  }
}

/** Adds which request an error is of. */
export function ofStep(index: number, { id }: Pick<StepRequest, 'id'>, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const prefix = `requests[${index}]`;
  const { code, message, extras, headers } = moved(error, (path) => `${prefix}.${path}`);
  const named = { index, ...(id === undefined ? {} : { id }) };
  const faults = Array.isArray(extras.details) ? extras.details : [{ ...extras, code, message }];
  return new ApiError(
    code,
    extras.param ? message : `${prefix}: ${message}`,
    {
      ...extras,
      param: extras.param ?? prefix,
      details: faults.map((fault) => ({ ...named, ...fault })),
    },
    headers,
  );
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
