import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import type { Logger } from 'pino';
import type { RequestContext } from '../../operations/context.ts';
import { formatError } from './failures.ts';
import { responseType } from './response-type.ts';

/** The request that is answered. */
interface Sending {
  req: IncomingMessage;
  res: ServerResponse;
  ctx: RequestContext;
  services: { log: Logger };
}

/**
 * Answers by GraphQL over HTTP, without the envelope. Clients that know only application/json take any status but 200
 * for a broken connection.
 */
export function sendGraphql(
  { req, res, ctx, services }: Sending,
  { data, errors }: ExecutionResult,
): void {
  const type = req.headers.accept?.includes(responseType) ? responseType : 'application/json';
  const body = JSON.stringify({
    errors: errors?.map((error) => formatError(error, services.log, ctx)),
    data,
  });
  res
    .writeHead(data === undefined && type === responseType ? 400 : 200, {
      ...ctx.headers,
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Length': Buffer.byteLength(body),
    })
    .end(body);
}
