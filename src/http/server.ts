import { createServer, type RequestListener, type Server } from 'node:http';
import type { Logger } from 'pino';
import { refuseBrokenRequests } from './broken-request.ts';

/** How long clients may take, in milliseconds. */
export interface Timeouts {
  /** For the headers of a request. */
  headers: number;
  /** For a request, body included. */
  request: number;
  /** Until the next request on a connection. */
  keepAlive: number;
  /** For taking, or giving, the next bytes; longer than the longest operation. */
  idle: number;
}

export const defaultTimeouts: Timeouts = {
  headers: 10_000,
  request: 30_000,
  keepAlive: 65_000,
  idle: 660_000,
};

const maxHeaderSize = 16_384;

/**
 * The HTTP server around the request listener. Not listening yet.
 * @param headers for the answers to what is not a request
 */
export function createHttpServer(
  listener: RequestListener,
  timeouts: Timeouts,
  headers: ReadonlyMap<string, string>,
  log: Logger,
): Server {
  const server = createServer(
    {
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      keepAliveTimeout: timeouts.keepAlive,
      connectionsCheckingInterval: Math.min(timeouts.headers / 2, 5_000),
      maxHeaderSize,
      // Answered in the envelope, by requireHost.
      requireHostHeader: false,
    },
    listener,
  );
  server.timeout = timeouts.idle;
  // A body is asked for when it is read: who may not send it hears so before.
  server.on('checkContinue', listener);
  server.on('checkExpectation', listener);
  refuseBrokenRequests(server, headers, log);
  return server;
}

/** Takes no more connections, and ends those there are as their requests are answered. */
export async function closeHttpServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that was busy when the server closed would else be kept for a next request.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await closed;
  clearInterval(sweep);
}
