import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { ApiError } from '../../ground/errors.ts';
import { newRequestId } from '../../operations/context.ts';
import { errorBody } from '../../tools/answers/envelope.ts';

/** The error of Node for bytes that it cannot read: the packet, and how far it got in it. */
interface ParserError extends NodeJS.ErrnoException {
  rawPacket?: Buffer;
  bytesParsed?: number;
}

/** How long a refused client may go on sending; closing at once would tear the answer from its hands. */
const lingerMs = 1000;

/**
 * Answers what Node's parser refuses, which never becomes a request: the envelope, then the connection ends, so
 * that nothing which follows on it can pass for a request of its own.
 */
export function refuseBrokenRequests(
  server: Server,
  headers: ReadonlyMap<string, string>,
  log: Logger,
): void {
  const latest = new WeakMap<Duplex, ServerResponse<IncomingMessage>>();
  const refused = new WeakSet<Duplex>();
  server.prependListener('request', (req, res) => latest.set(req.socket, res));

  server.on('clientError', (error: ParserError, socket) => {
    const res = latest.get(socket);
    if (refused.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
    } else if (!res || (res.req.complete && res.writableFinished)) {
      refuse(socket, toApiError(error));
    } else if (res.req.complete) {
      // The good request before it has its answer first: its client would take ours for that one.
      res.once('finish', () => refuse(socket, toApiError(error)));
    } else if (res.headersSent) {
      socket.destroy();
    } else {
      refuse(socket, toApiError(error));
    }
  });
  server.on('connect', (_req, socket) =>
    refuse(socket, new ApiError('METHOD_NOT_ALLOWED', 'This server is not a proxy.')),
  );

  function refuse(socket: Duplex, error: ApiError): void {
    if (!socket.writable) return;
    refused.add(socket);
    const requestId = newRequestId();
    const body = errorBody(error, { requestId });
    const lines = [
      `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
      ...[...headers].map(([name, value]) => `${name}: ${value}`),
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ];
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
    setTimeout(() => socket.destroy(), lingerMs).unref();
    log.info({ request_id: requestId, status: error.status, code: error.code }, 'broken request');
  }
}

function toApiError({ code, rawPacket, bytesParsed }: ParserError): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError('REQUEST_TIMEOUT', 'The request took too long to arrive. Send it again.');
  if (code !== 'HPE_HEADER_OVERFLOW')
    return new ApiError('VALIDATION_ERROR', 'This is not a valid HTTP request.');
  // A request line that does not end is an address that is too long.
  return rawPacket?.subarray(0, bytesParsed).includes('\r\n')
    ? new ApiError(
        'HEADERS_TOO_LARGE',
        'The headers are larger than 16 kB. Send fewer or shorter ones.',
      )
    : new ApiError('URI_TOO_LONG', 'The address is longer than 8,000 characters.');
}
