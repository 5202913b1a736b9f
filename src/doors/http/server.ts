import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { limitBodyTime } from '../../ground/bodies/body-time.ts';
import { UsualAnswer } from '../../tools/answers/usual-headers.ts';
import { acceptUpgrades, wantsWebSocket } from '../../tools/sockets/upgrade.ts';
import { refuseBrokenRequests } from './broken-request.ts';
import { untilQuiet } from './until-quiet.ts';

/** How long clients may take, in milliseconds. */
export interface Timeouts {
  /** For the headers of a request. */
  headers: number;
  /** For the body of a request; those that carry files take longer (see body-time.ts). */
  request: number;
  /**
   * Until the next request on a connection. Longer than proxies keep theirs (nginx and the balancers of AWS 60 s, Caddy 120 s):
   * one that sends a request on a connection that ends in that moment does not know whether it was heard.
   */
  keepAlive: number;
  /** For taking, or giving, the next bytes; longer than the longest operation. */
  idle: number;
}

export const defaultTimeouts: Timeouts = {
  headers: 10_000,
  request: 30_000,
  keepAlive: 125_000,
  idle: 660_000,
};

const maxHeaderSize = 16_384;
/** So long a connection may take to send the first request, when no more are taken: it may be on its way. */
const firstRequestMs = 1_000;

export interface HttpServer {
  /** Not listening yet. */
  server: Server;
  /** From now on each answer is the last one on its connection. New connections are taken. */
  retire(): void;
  /** Takes no more connections. */
  refuse(): Promise<void>;
  /** After that: when the connections there are have ended, each as its request is answered. */
  closed(): Promise<void>;
}

/**
 * The HTTP server around the request listener.
 * @param headers for the answers to what is not a request
 */
export function createHttpServer(
  listener: (req: IncomingMessage, res: UsualAnswer) => void,
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
      ServerResponse: UsualAnswer,
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
  const retire = lastAnswers(server);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  return {
    server,
    retire,
    async refuse() {
      await untilQuiet(server);
      server.close(() => end());
    },
    async closed() {
      const sweep = setInterval(() => {
        const now = performance.now();
        for (const [socket, since] of silent) if (now - since > firstRequestMs) socket.destroy();
        // One whose answer had begun before it could be called the last would be kept for a next request.
        server.closeIdleConnections();
      }, 50);
      await ended;
      clearInterval(sweep);
    },
  };
}

/** @returns lets each answer that has not begun yet, and all that follow, say that its connection ends */
function lastAnswers(server: Server): () => void {
  const open = new Set<ServerResponse>();
  let isRetired = false;
  server.prependListener('request', (_, res: ServerResponse) => {
    if (isRetired) res.shouldKeepAlive = false;
    open.add(res);
    res.once('close', () => open.delete(res));
  });
  return () => {
    isRetired = true;
    for (const res of open) res.shouldKeepAlive = false;
  };
}

/** The connections that have not asked for anything yet, and since when: browsers open some in advance. Node does not count them as idle. */
function silentConnections(server: Server): ReadonlyMap<Socket, number> {
  const silent = new Map<Socket, number>();
  server.on('connection', (socket) => {
    silent.set(socket, performance.now());
    socket.once('close', () => silent.delete(socket));
  });
  for (const event of ['request', 'upgrade'])
    server.prependListener(event, ({ socket }) => silent.delete(socket));
  return silent;
}
