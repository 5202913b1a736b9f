import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Route } from './route.ts';

/** What is known of a request while it is answered. */
export interface RequestContext {
  requestId: string;
  startedAt: number;
  ip: string;
  userAgent: string | undefined;
  route?: Route;
  tenant?: string;
  /** Sent with the answer, good or bad. */
  headers?: Record<string, string> | undefined;
}

const requestIdPattern = /^[\w-]{1,64}$/;

/** The caller's X-Request-Id when it is harmless, else a new one. */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && requestIdPattern.test(given)
    ? given
    : `req_${randomUUID().replaceAll('-', '')}`;
}

export function createContext(req: IncomingMessage, ip: string): RequestContext {
  const userAgent = req.headers['user-agent']?.slice(0, 500);
  return { requestId: requestIdOf(req), startedAt: performance.now(), ip, userAgent };
}
