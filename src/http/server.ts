import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { limitBodyTime } from './body-time.ts';
import { refuseBrokenRequests } from './broken-request.ts';
import { acceptUpgrades, wantsWebSocket } from './upgrade.ts';

/** How long clients may take, in milliseconds. */
export interface Timeouts {
  /** For the headers of a request. */
  headers: number;
  /** For the body of a request; those that carry files take longer (see body-time.ts). */
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

export interface HttpServer {
  /** Not listening yet. */
  server: Server;
  /** Takes no more connections, and ends those there are as their requests are answered. */
  close(): Promise<void>;
}

/**
 * The HTTP server around the request listener.
 * @param headers for the answers to what is not a request
 */
export function createHttpServer(
  listener: RequestListener,
  timeouts: Timeouts,
  headers: ReadonlyMap<string, string>,
  log: Logger,
): HttpServer {
  const server = createServer(
    {
      headersTimeout: timeouts.headers,
      // See limitBodyTime.
      requestTimeout: 0,
      keepAliveTimeout: timeouts.keepAlive,
      connectionsCheckingInterval: Math.min(timeouts.headers / 2, 5_000),
      maxHeaderSize,
      // Answered in the envelope, by checkRequestLine.
      requireHostHeader: false,
      shouldUpgradeCallback: wantsWebSocket,
    },
    listener,
  );
  server.timeout = timeouts.idle;
  // A body is asked for when it is read: who may not send it hears so before.
  for (const event of ['checkContinue', 'checkExpectation'])
    server.on(event, (req, res) => server.emit('request', req, res));
  refuseBrokenRequests(server, headers, log);
  limitBodyTime(server, timeouts.request);
  acceptUpgrades(server, listener);
  const silent = silentConnections(server);
  return {
    server,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of silent) socket.destroy();
      // A connection that was busy when the server closed would else be kept for a next request.
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      await closed;
      clearInterval(sweep);
    },
  };
}

/** The connections that have not asked for anything yet: browsers open some in advance. Node does not count them as idle. */
function silentConnections(server: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  for (const event of ['request', 'upgrade'])
    server.prependListener(event, ({ socket }) => silent.delete(socket));
  return silent;
}
