import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestContext } from '../../operations/context.ts';

/** Headers by which a browser shows that its reader has not followed the link yet: the standard, and those before it. */
const marks = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Whether a request calls itself one that a browser makes ahead of its reader: prefetch, prerender, preview. */
const isPrefetch = ({ headers }: IncomingMessage): boolean =>
  marks.some((name) => /\b(prefetch|prerender|preview)\b/i.test(String(headers[name] ?? '')));

/**
 * Turns a prefetch of a link away before anything is used up: the browser asks again when its reader comes.
 * @returns whether it has
 */
export function refusePrefetch(
  req: IncomingMessage,
  res: ServerResponse,
  { headers }: Pick<RequestContext, 'headers'>,
): boolean {
  if (!isPrefetch(req)) return false;
  res.writeHead(503, { ...headers, 'Retry-After': '1', 'Content-Length': 0 }).end();
  return true;
}
