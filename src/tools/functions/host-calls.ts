import { toApiError } from '../../db/errors.ts';
import { ApiError } from '../../ground/errors.ts';
import { parseJsonText } from '../../ground/shapes/json-body.ts';
import type { Causes } from '../../operations/causation.ts';
import type { OperationServices } from '../../operations/operation.ts';
import { act, actingDoor } from '../../operations/run.ts';
import type { FindRoute, Step, StepRequest } from '../../operations/transaction.ts';
import { headerName, isForbidden } from '../../outbound/headers.ts';
import {
  type Outbound,
  OutboundError,
  type OutboundKind,
  type TenantOutbound,
} from '../../outbound/safe-fetch.ts';
import { type CallKind, limits } from '../../sandbox/protocol.ts';
import { type SqlRequest, untilDeadline } from './ask-sql.ts';

export interface HostDeps {
  tenant: string;
  findRoute: FindRoute;
  operations: OperationServices;
  outbound: Outbound;
  allowedHosts: string[];
  /** Does a step as who has called the function; answers its data. */
  act(step: Step): Promise<unknown>;
  /** Asks in SQL as who has called the function; answers JSON text. */
  db(request: SqlRequest, signal: AbortSignal): Promise<string>;
  /** Counts a call of ctx.fetch. @throws 429 beyond the budget of what has led to it */
  fetching(): Promise<unknown>;
  causes: Causes;
  /** Of what the function causes. */
  depth: number;
  /** Where its chain began. */
  root: string;
  /** When the wait ends, by performance.now(). */
  deadline: number;
}

type Json = Record<string, unknown>;

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Does what ctx.api, ctx.db and ctx.fetch ask for; whatever goes wrong is an answer `{status, code, message}`. */
export const hostCalls = (deps: HostDeps) => async (kind: CallKind, text: string) => {
  try {
    const request = parseJsonText(text) as Json;
    const answer = await calls[kind](deps, request);
    if (answer.length > limits.text)
      throw new ApiError('PAYLOAD_TOO_LARGE', 'The answer is larger than 1 MB. Ask for less.');
    return { isGood: true, text: answer };
  } catch (error) {
    const { status, code, message, extras } = toApiError(
      error instanceof OutboundError ? new ApiError('UPSTREAM_ERROR', error.message) : error,
    );
    return { isGood: false, text: JSON.stringify({ status, code, message, ...extras }) };
  }
};

const callDb = ({ db, deadline }: HostDeps, { sql, params }: Json): Promise<string> =>
  db({ sql, params }, untilDeadline(deadline));

async function callApi(deps: HostDeps, request: Json): Promise<unknown> {
  const { method, path, body } = request;
  if (typeof method !== 'string' || !methods.has(method))
    throw ApiError.invalid('method', 'invalid_method', 'must be GET, POST, PUT, PATCH or DELETE');
  if (typeof path !== 'string' || !path.startsWith('/'))
    throw ApiError.invalid('path', 'invalid_path', 'must begin with /, such as /v1/objects/things');
  const step = { method, path, ...(body === undefined ? {} : { body }) } as StepRequest;
  const caller = { tenant: deps.tenant };
  const signal = untilDeadline(deps.deadline);
  const services = { ...deps.operations, outbound: held(deps) };
  const door = actingDoor({ services, caller, signal }, deps.act);
  return act(door, step, deps.findRoute);
}

/** Other servers as operations call them before a change: each call is held to what ctx.fetch may, and counts as one of it. */
function held(deps: HostDeps): Outbound {
  const { outbound } = deps.operations;
  const counted =
    <Rest extends unknown[], T>(call: (url: string, ...rest: Rest) => Promise<T>) =>
    async (url: string, ...rest: Rest) => {
      requireAllowed(deps, url);
      await deps.fetching();
      return call(url, ...rest);
    };
  const of = (tenant: string | null, kind: OutboundKind): TenantOutbound => {
    const way = outbound.of(tenant, kind);
    return { ...way, fetch: counted(way.fetch), stream: counted(way.stream) };
  };
  return Object.create(outbound, { of: { value: of } });
}

/** @throws 403 for a host that the function may not reach; OutboundError for a URL that nothing may call */
function requireAllowed({ outbound, allowedHosts }: HostDeps, url: string): void {
  const { hostname } = outbound.check(url);
  if (!allowedHosts.some((pattern) => isHost(pattern, hostname)))
    throw new ApiError('FORBIDDEN', `${hostname} is not among allowed_hosts of this function.`);
}

async function callOut(deps: HostDeps, request: Json) {
  const { tenant, outbound, fetching, causes, depth, root, deadline } = deps;
  const { url, method = 'GET', headers = {}, body } = request;
  if (typeof url !== 'string' || typeof method !== 'string' || !/^[A-Z]{1,20}$/i.test(method))
    throw ApiError.invalid('url', 'invalid_request', 'must be a URL, and the method a word');
  requireAllowed(deps, url);
  const isText = typeof body === 'string';
  const own = namesOf(headers);
  await fetching();
  const {
    status,
    headers: got,
    body: bytes,
  } = await outbound.of(tenant, 'function').fetch(url, {
    method: method.toUpperCase(),
    headers: {
      'user-agent': 'insula-function',
      ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
      ...own,
      ...causes.headers(depth, root),
    },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    // A little longer than the function itself has: it is the function that is out of time.
    timeoutMs: Math.max(0, Math.ceil(deadline - performance.now())) + 1000,
    maxBytes: limits.text / 4,
  });
  return { status, headers: got, body: bytes.toString('utf8') };
}

const calls: Record<CallKind, (deps: HostDeps, request: Json) => Promise<string>> = {
  api: async (deps, request) => JSON.stringify((await callApi(deps, request)) ?? null),
  fetch: async (deps, request) => JSON.stringify(await callOut(deps, request)),
  db: callDb,
};

function namesOf(headers: unknown): Record<string, string> {
  const given = typeof headers === 'object' && headers !== null ? Object.entries(headers) : [];
  const kept = given.map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  for (const [name, value] of kept)
    if (!headerName.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw ApiError.invalid('headers', 'invalid_header', `${name.slice(0, 50)} cannot be sent`);
  return Object.fromEntries(kept.filter(([name]) => !isForbidden(name)));
}

/** `*.example.com` stands for every name below example.com. */
const isHost = (pattern: string, hostname: string): boolean =>
  pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : hostname === pattern;
