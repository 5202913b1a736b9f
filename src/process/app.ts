import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import express from 'express';
import type pg from 'pg';
import type { Logger } from 'pino';
import { Gateway } from '../db/call.ts';
import { ping } from '../db/client.ts';
import { Connections, type LineLimits } from '../db/connections.ts';
import { toApiError } from '../db/errors.ts';
import { createApi } from '../doors/http/api.ts';
import { callerAddress, trustedSocket } from '../doors/http/caller-address.ts';
import { allowOrigins } from '../doors/http/cors.ts';
import { Metrics } from '../doors/http/metrics.ts';
import { Overdue } from '../doors/http/overdue.ts';
import { addQueueMetrics } from '../doors/http/queue-metrics.ts';
import { clientGone, logRequest, pathOf } from '../doors/http/request-log.ts';
import { securityHeaders } from '../doors/http/security-headers.ts';
import { createHttpServer, defaultTimeouts, type Timeouts } from '../doors/http/server.ts';
import { addVitalMetrics, disksOf } from '../doors/http/vital-metrics.ts';
import { installPages } from '../doors/pages/install.ts';
import { BodyRoom } from '../ground/bodies/body-room.ts';
import { ClientLeft } from '../ground/concurrency/client-left.ts';
import type { Config } from '../ground/config/config.ts';
import { environmentKeysOf } from '../ground/config/keys.ts';
import { causeOf, throttled } from '../ground/machine/counters.ts';
import { doing } from '../ground/machine/doing.ts';
import { type Span, tracing } from '../ground/tracing/tracing.ts';
import { groups, routes } from '../groups/index.ts';
import { Callers } from '../operations/caller.ts';
import { createContext, type RequestContext } from '../operations/context.ts';
import { KeyUses } from '../operations/key-uses.ts';
import { RateLimits } from '../operations/limits.ts';
import { PlatformKeys } from '../operations/platform-keys.ts';
import { checkRequestLine, normalizeUrl, nothingAt } from '../operations/request-line.ts';
import { outagesOf } from '../pulse/log.ts';
import type { WorkerStanding } from '../pulse/standing.ts';
import { Wakeups } from '../pulse/wakeups.ts';
import { sendError } from '../tools/answers/envelope.ts';
import { type UsualAnswer, UsualHeaders } from '../tools/answers/usual-headers.ts';
import { Meter } from '../tools/metering/meter.ts';
import { isUpgrade, openSocket } from '../tools/sockets/upgrade.ts';
import { createServices, type ServiceParts } from './services.ts';

export interface App {
  /** Not listening yet. */
  server: Server;
  /** Those of the pool it was given, and those it has made beside it. */
  connections: Connections;
  /** Counts calls; `flush` writes what it has counted. */
  meter: Meter;
  /** Says that it will close: /ready is 503, and each answer the last on its connection. Requests are taken as before. */
  retire(): void;
  /** The bytes of request bodies that it holds. */
  bodies: Pick<BodyRoom, 'held'>;
  /** Takes no more requests, finishes those under way, writes what is in memory. */
  close(): Promise<void>;
  /** Ends what `close` still waits for: connections, and functions that run. */
  cut(): Promise<void>;
}

export interface AppDeps extends ServiceParts {
  config: Config;
  /** As insula_api. */
  pool: pg.Pool;
  log: Logger;
  /** Those that differ from the defaults. */
  timeouts?: Partial<Timeouts>;
  /** How long calls of the database may wait, and reads may take, where that differs; in milliseconds. */
  database?: LineLimits & { readMs?: number };
  /** After how many milliseconds a request without an answer counts as lost, where that differs. */
  overdueMs?: number | undefined;
  /** Of the worker in the same process. */
  standing?: WorkerStanding | undefined;
}

/** Makes something when it is first asked for. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

function endSpan(
  span: Span,
  { method }: IncomingMessage,
  { statusCode, writableFinished }: ServerResponse,
  { route, tenant, requestId }: RequestContext,
): void {
  const status = writableFinished ? statusCode : clientGone;
  span.set({
    'http.request.method': method,
    'http.response.status_code': status,
    'insula.tenant_id': tenant,
    'insula.request_id': requestId,
  });
  if (status >= 500) span.fail({ code: String(status) });
  span.end(route?.id);
}

/** The doorway: an ordered list of what a request meets. */
export function createApp(deps: AppDeps): App {
  const { config, pool, log, room, timeouts, database, standing, overdueMs: limitMs } = deps;
  const connections = new Connections(pool, database);
  const gateway = new Gateway(connections, database?.readMs);
  const metrics = new Metrics(connections);
  const overdue = new Overdue({ log, metrics, standing: () => connections.standing(), limitMs });
  const keyUses = new KeyUses(gateway, log);
  const meter = new Meter(gateway, log);
  const limits = new RateLimits(gateway);
  const environmentKeys = environmentKeysOf(config);
  const apiUrl = pool.options.connectionString ?? '';
  outagesOf(log)?.watch('database', () => ping(apiUrl));
  const wakeups = new Wakeups(apiUrl, 'insula api bell', log);
  const services = createServices({ groups, config, gateway, log, wakeups, apiUrl }, deps);
  const { accessTokens, routeTable } = services;
  const callers = new Callers({
    ...{ config, gateway, limits, environmentKeys, accessTokens, routeTable },
  });
  const bodies = new BodyRoom(config.bodyMemory);
  const platformKeys = new PlatformKeys({
    ...{ environmentKeys, limits, refusals: services.refusals },
    find: (hash, ip) => gateway.platformKey(hash, ip),
    used: (id, ip) => keyUses.noteOperator(id, ip),
  });
  const api = createApi({
    routes,
    services,
    keyUses,
    meter,
    limits,
    platformKeys,
    callers,
    bodies,
  });
  const sockets = { services, callers, limits, keyUses, meter };
  const state = { isClosing: false };

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');

  const headers = securityHeaders();
  const usual = new UsualHeaders(headers);
  const answersPreflight = allowOrigins(config.corsOrigins);
  const graphqlSocket = lazily(async () =>
    (await import('../groups/graphql/socket.ts')).openGraphqlSocket(sockets),
  );

  const addressOf = callerAddress(config.trustedProxies);
  const mayDecideTrace = trustedSocket(config.trustedProxies);

  /** Begins to watch over a request until it has ended. */
  function begin(req: IncomingMessage, res: UsualAnswer, span?: Span): RequestContext {
    const leaving = new AbortController();
    const ctx = createContext(req, addressOf(req), leaving.signal, services.causes);
    res.begin(usual, ctx.requestId);
    const ended = doing(`${ctx.requestId} ${req.method} ${pathOf(req.url ?? '')}`);
    const leave = (reason: unknown) => leaving.abort(reason);
    const unwatch = overdue.watch({ req, res, ctx, leave });
    const done = () => {
      ended();
      unwatch();
    };
    if (isUpgrade(req)) res.once('upgraded', done);
    res.once('close', () => {
      done();
      if (!res.writableFinished) leaving.abort(new ClientLeft());
      metrics.observe(ctx, res);
      if (span) endSpan(span, req, res, ctx);
      logRequest(log, req, res, ctx);
    });
    return ctx;
  }

  function fail(thrown: unknown, res: ServerResponse, ctx: RequestContext): void {
    // No caller is there to be told. That another's client has left is no reason to tell this one nothing.
    if (thrown instanceof ClientLeft && ctx.signal.aborted) return;
    const error = toApiError(thrown);
    if (error.status === 429) throttled.inc({ cause: causeOf(error) });
    // A function that takes too long is its tenant's, and what it has logged does not belong in this log.
    if (error.status >= 500 && error.code !== 'FUNCTION_TIMEOUT')
      log.error(
        { err: error.cause ?? error, request_id: ctx.requestId, operation: ctx.route?.id },
        error.code,
      );
    try {
      sendError(res, error, ctx);
    } catch (err) {
      log.error({ err, request_id: ctx.requestId }, 'an error could not be sent');
      res.destroy();
    }
  }

  /** Express, for the pages: it gives each request and answer another prototype, which makes all that Node does with them slow. */
  function openPages(req: IncomingMessage, res: UsualAnswer, ctx: RequestContext): void {
    res.settle();
    app(req, Object.assign(res, { locals: { ctx } }));
  }

  addQueueMetrics(metrics.registry, () => gateway.metrics());
  addVitalMetrics(metrics.registry, {
    vitals: () => gateway.vitals(),
    size: () => gateway.databaseSize(),
    disks: disksOf(config),
    standing,
  });
  metrics.gauges(
    'insula_realtime_connections',
    'Open sockets and streams in this process',
    'kind',
    () => services.realtime.counts(),
  );
  metrics.gauges(
    'insula_http_body_bytes',
    'Bytes of request bodies that this process holds: BODY_MEMORY_MB is the most',
    'state',
    () => ({ held: bodies.held }),
  );
  if (database?.nodes)
    metrics.gauges(
      'insula_db_node_connections',
      'Connections of this process to the nodes of a cluster',
      'node',
      () => connections.nodeConnections(),
    );
  if (room)
    metrics.gauges(
      'insula_disk_short',
      '1 while the disk is full and writes are refused',
      'disk',
      () => ({ database: Number(room.isShort) }),
    );
  const socket = openSocket(sockets);
  const pages = { ...services, groups, metrics, platformKeys, state, socket, standing };
  installPages(app, pages);
  app.use((req) => {
    throw nothingAt(req, config.baseUrl);
  });
  // Express throws a URIError where a parameter of a path is no valid escape: such a path leads nowhere.
  app.use((thrown: unknown, req: IncomingMessage, res: express.Response, _next: unknown) =>
    fail(thrown instanceof URIError ? nothingAt(req, config.baseUrl) : thrown, res, res.locals.ctx),
  );

  const answer = async (req: IncomingMessage, res: UsualAnswer, ctx: RequestContext) => {
    const via = await routeTable.ofPath(req);
    if (via) {
      ctx.via = via;
      req.url = (req.url as string).slice(via.prefix.length);
    }
    if (isUpgrade(req) && pathOf(req.url ?? '') === '/v1/graphql')
      await (await graphqlSocket())(req, res, ctx);
    else if (!(await api(req, res, ctx))) openPages(req, res, ctx);
  };
  const listener = (req: IncomingMessage, res: UsualAnswer) => {
    const tracer = tracing();
    if (!tracer) return take(req, res);
    const { traceparent } = req.headers;
    const given = mayDecideTrace(req) ? traceparent : undefined;
    tracer.request(typeof given === 'string' ? given : undefined, (span) => take(req, res, span));
  };
  const take = (req: IncomingMessage, res: UsualAnswer, span?: Span) => {
    let ctx: RequestContext | undefined;
    try {
      normalizeUrl(req);
      ctx = begin(req, res, span);
      checkRequestLine(req);
      if (!answersPreflight(req, res)) answer(req, res, ctx).catch(failed);
    } catch (error) {
      failed(error);
    }
    /** Whatever is thrown here would end the process. */
    function failed(error: unknown): void {
      if (ctx) {
        fail(error, res, ctx);
      } else {
        log.error({ err: error }, 'a request could not be begun');
        res.destroy();
      }
    }
  };
  const { server, ...http } = createHttpServer(
    listener,
    { ...defaultTimeouts, ...timeouts },
    headers,
    log,
  );
  const retire = () => {
    state.isClosing = true;
    http.retire();
  };
  return {
    server,
    connections,
    meter,
    retire,
    bodies,
    async close() {
      retire();
      overdue.end();
      await http.refuse();
      // Streams and sockets come back at once: to another process, now that this one takes none.
      await Promise.all([services.realtime.close(), http.closed()]);
      await services.sandbox.close();
      await services.bodyThreads.cut();
      await services.end();
      await keyUses.stop();
      await meter.stop();
      await wakeups.close();
      await connections.close();
    },
    async cut() {
      server.closeAllConnections();
      await services.sandbox.close();
    },
  };
}
