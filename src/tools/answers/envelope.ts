import type { ServerResponse } from 'node:http';
import { endAfterBody, leavesMuch } from '../../ground/bodies/body-time.ts';
import type { ApiError } from '../../ground/errors.ts';
import type { Answer } from '../../operations/answer.ts';
import { threadBytes } from '../../operations/body-threads.ts';
import type { RequestContext } from '../../operations/context.ts';
import { isCompressible, sendCompressed } from './compress.ts';
import { prefersPage, sendErrorPage } from './page.ts';
import { writeHead } from './usual-headers.ts';

const dryRunMark = '"dry_run":true,';

/** `{"success":true,"data":…,"request_id":…}` with `data` as json text. */
export function sendData(
  res: ServerResponse,
  status: number,
  { headers, data }: Answer,
  ctx: Pick<RequestContext, 'requestId' | 'isDryRun' | 'route'>,
): void {
  const mark = ctx.isDryRun ? dryRunMark : '';
  const front = '{"success":true,"data":';
  const back = `,${mark}"request_id":"${ctx.requestId}"}`;
  // Bytes are written in a tenth of the time that the socket takes for as long a text, and nothing is copied to join them.
  const body =
    data.length > threadBytes
      ? [Buffer.from(front), Buffer.from(data), Buffer.from(back)]
      : front + data + back;
  send(res, status, headers, body, isCompressible(ctx.route));
}

const jsonType = 'application/json; charset=utf-8';
const challenge = { 'WWW-Authenticate': 'Bearer realm="insula"' };

type Failed = Pick<RequestContext, 'requestId' | 'isDryRun' | 'headers' | 'route'>;

/** `{"success":false,"error":{code,message,…},"request_id":…}`, or a page for people. */
export function sendError(res: ServerResponse, error: ApiError, ctx: Failed): void {
  if (ctx.route?.isPage && prefersPage(res.req)) {
    sendErrorPage(res, error, ctx);
    return;
  }
  const headers = {
    ...ctx.headers,
    ...error.headers,
    ...(error.status === 401 ? challenge : {}),
  };
  if (leavesMuch(res.req)) sendLast(res, error.status, headers, errorBody(error, ctx));
  else send(res, error.status, headers, errorBody(error, ctx));
}

/** An answer while a large body still comes. */
function sendLast(
  res: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string,
): void {
  if (res.headersSent) return;
  res.writeHead(status, {
    ...headers,
    'Content-Type': jsonType,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  });
  res.write(body);
  endAfterBody(res.req, res);
}

export function errorBody(error: ApiError, { requestId, isDryRun }: Failed): string {
  // The token that a dry run made is gone with everything else.
  const { confirm_token, ...dry } = error.extras;
  return JSON.stringify({
    success: false,
    error: { code: error.code, message: error.message, ...(isDryRun ? dry : error.extras) },
    ...(isDryRun ? { dry_run: true } : {}),
    request_id: requestId,
  });
}

function send(
  res: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Buffer[],
  mayCompress = false,
): void {
  if (res.headersSent) return;
  const isText = typeof body === 'string';
  const bytes = isText ? Buffer.byteLength(body) : body.reduce((sum, part) => sum + part.length, 0);
  const write = (more?: Record<string, string>) => {
    writeHead(res, status, {
      ...headers,
      'Content-Type': jsonType,
      'Content-Length': bytes,
      ...more,
    });
    if (isText) {
      res.end(body);
      return;
    }
    for (const part of body) res.write(part);
    res.end();
  };
  if (mayCompress) sendCompressed(res, bytes, write);
  else write();
}
