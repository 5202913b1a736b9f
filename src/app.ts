import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import cors from 'cors';
import express from 'express';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { Gateway } from './db/call.ts';
import { toApiError } from './db/errors.ts';
import { createApi } from './http/api.ts';
import { createContext, type RequestContext } from './http/context.ts';
import { errorBody, sendError } from './http/envelope.ts';
import { ApiError, type ErrorCode, errorCodes } from './http/errors.ts';
import { KeyUses } from './http/key-uses.ts';
import { RateLimits } from './http/limits.ts';
import { Metrics } from './http/metrics.ts';
import { securityHeaders } from './http/security-headers.ts';
import { installPages } from './pages/install.ts';

export interface App {
  /** Not listening yet. */
  server: Server;
  /** Takes no more requests, finishes those under way, writes what is in memory. */
  close(): Promise<void>;
}

interface AppDeps {
  config: Config;
  /** As insula_api. */
  pool: pg.Pool;
  log: Logger;
}

const maxUrlLength = 8000;

/** The doorway: an ordered list of what a request meets. */
export function createApp({ config, pool, log }: AppDeps): App {
  const gateway = new Gateway(pool);
  const metrics = new Metrics(pool);
  const keyUses = new KeyUses(gateway, log);
  const api = createApi({ config, gateway, keyUses, limits: new RateLimits(gateway) });
  const state = { isClosing: false };

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustedProxies);

  const headers = securityHeaders();
  const allowCors = cors({
    origin: config.corsOrigins.includes('*') ? '*' : config.corsOrigins,
    exposedHeaders: [
      'X-Request-Id',
      'X-Total-Count',
      'ETag',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'Retry-After',
    ],
    maxAge: 600,
  });

  app.use((req, res, next) => {
    const ctx = createContext(req, req.ip ?? '');
    res.locals.ctx = ctx;
    res.setHeaders(headers);
    res.setHeader('X-Request-Id', ctx.requestId);
    res.once('finish', () => {
      metrics.observe(ctx, res.statusCode);
      logRequest(log, req, res, ctx);
    });
    if (req.url.length > maxUrlLength)
      throw new ApiError('URI_TOO_LONG', 'The address is longer than 8,000 characters.');
    if (req.headers.origin !== undefined || req.method === 'OPTIONS') allowCors(req, res, next);
    else next();
  });
  app.use((req, res, next) => {
    const ctx: RequestContext = res.locals.ctx;
    api(req, res, ctx).then((isHandled) => isHandled || next(), next);
  });
  installPages(app, { config, gateway, metrics, state });
  app.use((req) => {
    throw new ApiError(
      'ROUTE_NOT_FOUND',
      `There is nothing at ${req.method} ${req.path}. See ${config.baseUrl}/docs.`,
    );
  });
  app.use((thrown: unknown, _req: IncomingMessage, res: express.Response, _next: unknown) => {
    const ctx: RequestContext = res.locals.ctx;
    const error = toApiError(thrown);
    if (error.status >= 500)
      log.error(
        { err: error.cause ?? error, request_id: ctx.requestId, operation: ctx.route?.id },
        error.code,
      );
    for (const [name, value] of Object.entries(ctx.headers ?? {})) res.setHeader(name, value);
    sendError(res, error, ctx.requestId);
  });

  const server = createServer(
    {
      requestTimeout: 30_000,
      headersTimeout: 10_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16_384,
    },
    app,
  );
  server.on('clientError', answerBrokenRequest);
  return {
    server,
    async close() {
      state.isClosing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await closed;
      await keyUses.stop();
    },
  };
}

function logRequest(
  log: Logger,
  req: IncomingMessage,
  res: ServerResponse,
  ctx: RequestContext,
): void {
  log.info(
    {
      request_id: ctx.requestId,
      method: req.method,
      path: req.url?.split('?')[0], // queries may hold tokens
      status: res.statusCode,
      ms: Math.round((performance.now() - ctx.startedAt) * 10) / 10,
      operation: ctx.route?.id,
      tenant: ctx.tenant,
      ip: ctx.ip,
    },
    'request',
  );
}

/** What Node's parser refuses never becomes a request: answered here, and the connection ends. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, message]: [number, ErrorCode, string] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'HEADERS_TOO_LARGE', errorCodes.HEADERS_TOO_LARGE[1]]
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'TIMEOUT', 'The request took too long to arrive.']
        : [400, 'VALIDATION_ERROR', 'This is not a valid HTTP request.'];
  const body = errorBody(new ApiError(code, message), 'none');
  socket.end(
    `HTTP/1.1 ${status} Error\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
