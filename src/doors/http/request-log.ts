import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { RequestContext } from '../../operations/context.ts';

/** The status that nginx introduced for a client that left before its answer. */
export const clientGone = 499;

/** A key that is part of a path. */
const keyInPath = /insp?_\w{32,}/g;

/** One line per request. No query (it may hold tokens), no header, no body. */
export function logRequest(
  log: Logger,
  req: IncomingMessage,
  res: ServerResponse,
  ctx: RequestContext,
): void {
  if (!log.isLevelEnabled('info')) return;
  log.info(
    {
      request_id: ctx.requestId,
      method: req.method,
      path: pathOf(req.url ?? ''),
      status: res.writableFinished ? res.statusCode : clientGone,
      ms: Math.round((performance.now() - ctx.startedAt) * 10) / 10,
      operation: ctx.route?.id,
      tenant: ctx.tenant,
      ip: ctx.ip,
    },
    'request',
  );
}

/** A path as it may be written down: without query and keys. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  const path = url.slice(0, Math.min(end < 0 ? 500 : end, 500));
  return path.includes('ins') ? path.replace(keyInPath, '[redacted]') : path;
}
