import type { ServerResponse } from 'node:http';
import { fromRefusal } from '../db/errors.ts';
import type { ApiError } from './errors.ts';

/** The parts of the wire format that do not come from the database. */
const headersMark = '{"$headers" : ';
const dataMark = ', "data" : ';
const refusalMark = '{"$refuse" : ';

export interface Answer {
  headers: Record<string, string>;
  /** json text, never parsed on its way through. */
  data: string;
}

/**
 * Takes the answer of a database function apart: `{"$headers":{…},"data":…}` (app.answer), `{"$refuse":…}` (app.refuse)
 * or the data itself.
 * @throws ApiError for a refusal
 */
export function openAnswer(body: string): Answer {
  if (body.startsWith(headersMark)) {
    const at = body.indexOf(dataMark);
    return {
      headers: JSON.parse(body.slice(headersMark.length, at)),
      data: body.slice(at + dataMark.length, -1),
    };
  }
  if (body.startsWith(refusalMark)) throw fromRefusal(body);
  return { headers: {}, data: body };
}

/** `{"success":true,"data":…,"request_id":…}` with `data` as json text. */
export function sendData(
  res: ServerResponse,
  status: number,
  answer: Answer,
  requestId: string,
): void {
  send(
    res,
    status,
    answer.headers,
    `{"success":true,"data":${answer.data},"request_id":"${requestId}"}`,
  );
}

const challenge = { 'WWW-Authenticate': 'Bearer realm="insula"' };

/** `{"success":false,"error":{code,message,…},"request_id":…}`. */
export function sendError(
  res: ServerResponse,
  error: ApiError,
  requestId: string,
  headers: Record<string, string> = {},
): void {
  const all = { ...headers, ...error.headers, ...(error.status === 401 ? challenge : {}) };
  send(res, error.status, all, errorBody(error, requestId));
}

export function errorBody(error: ApiError, requestId: string): string {
  return JSON.stringify({
    success: false,
    error: { code: error.code, message: error.message, ...error.extras },
    request_id: requestId,
  });
}

function send(
  res: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string,
): void {
  if (res.headersSent) return;
  res.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  res.end(body);
}
