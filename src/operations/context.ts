import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Kind } from '../db/time-limits.ts';
import { ApiError } from '../ground/errors.ts';
import { newRoot } from '../ground/tracing/tracing.ts';
import { type Causes, depthHeader, rootHeader } from './causation.ts';
import type { Operator } from './operator.ts';
import type { Route } from './route.ts';
import type { Via } from './route-table.ts';

/** Steps of a request: its caller, its rate, its body, the work itself, its answer. */
export type Stage = 'caller' | 'rate' | 'body' | 'work' | 'answer';

/** The known facts about a request while it is answered. */
export interface RequestContext {
  requestId: string;
  startedAt: number;
  ip: string;
  userAgent: string | undefined;
  /** How many automations and webhooks have led to it, by its header: see `depthHeader`. */
  causationDepth: number;
  /** Where the chain began that it belongs to: here, unless its headers name a beginning that we have told them. */
  readonly root: string;
  route?: Route;
  tenant?: string;
  /** The prefix of its path that led to a tenant, and was cut off. */
  via?: Via;
  /** The platform key that calls. */
  operator?: Operator;
  /** The tenant that the path of its call names. */
  about?: string | undefined;
  /** Aborted with ClientLeft when the client closes its connection before it has been answered. */
  signal: AbortSignal;
  /** Its token is known to be real, so it counts as a call of its tenant. */
  isMetered?: boolean;
  /** Nothing of what it does will stay. */
  isDryRun?: boolean;
  /** How far it has come, for the log where it stays without an answer: see overdue.ts. */
  stage?: Stage;
  /** Says how long its work may take, where its route does not: a transaction is of the kind of its steps. */
  kind?: Kind;
  /** A part of what it asks for has been done: if another one fails, it was not simply not done. */
  hasActed?: boolean;
  /** Sent with the answer, good or bad. */
  headers?: Record<string, string> | undefined;
}

/** An event so deep starts nothing more; the functions that hear events know the same figure. */
const maxDepth = 5;

/**
 * Ends a loop that goes through another server. Refused, not merely unheard: anyone may send the header, and would
 * else write past the automations and webhooks of the tenant.
 * @throws 400
 */
export function checkDepth({ causationDepth }: RequestContext): void {
  if (causationDepth < maxDepth) return;
  throw ApiError.invalid(
    depthHeader,
    'loop',
    `must be less than ${maxDepth}: this many automations and webhooks led to this call, which is going round in circles`,
  );
}

const requestIdPattern = /^[\w-]{1,64}$/;

/** The caller's X-Request-Id when it is harmless, else a new one. */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && requestIdPattern.test(given) ? given : newRequestId();
}

export const newRequestId = (): string => `req_${randomUUID().replaceAll('-', '')}`;

/**
 * An address as PostgreSQL's inet reads it: an IPv4 one that came through an IPv6 socket as IPv4, without a zone. A proxy
 * may pass on anything: what is not an address is replaced by the proxy's own.
 */
function addressOf(req: IncomingMessage, claimed: string): string {
  if (isIPv4(claimed)) return claimed;
  const address = [claimed, req.socket.remoteAddress ?? '']
    .map((text) => text.replace(/%.*$/, ''))
    .find((text) => ipaddr.isValid(text));
  return address === undefined ? '0.0.0.0' : ipaddr.process(address).toString();
}

/** @param claimedIp that of the socket, or what trusted proxies say of it in X-Forwarded-For */
export function createContext(
  req: IncomingMessage,
  claimedIp: string,
  signal: AbortSignal,
  causes: Causes,
): RequestContext {
  const said = req.headers[depthHeader];
  let root: string | undefined;
  const depth = typeof said === 'string' && /^\d{1,3}$/.test(said) ? Number(said) : 0;
  return {
    requestId: requestIdOf(req),
    startedAt: performance.now(),
    ip: addressOf(req, claimedIp),
    userAgent: req.headers['user-agent']?.slice(0, 500),
    signal,
    causationDepth: depth,
    // Most requests need none: they change nothing.
    get root() {
      root ??= (depth > 0 && causes.read(req.headers[rootHeader])) || newRoot();
      return root;
    },
  };
}
